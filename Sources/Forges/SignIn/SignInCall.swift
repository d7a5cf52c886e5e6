// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading

/// A request of a sign-in.
struct SignInCall: HTTPResource, DataResource {
  typealias Model = SignInAnswer

  private enum Content: Sendable {
    case none
    /// RFC 6749, appendix B.
    case form(String)
    case json([String: String])

    var type: String? {
      switch self {
      case .none: nil
      case .form: "application/x-www-form-urlencoded"
      case .json: "application/json"
      }
    }
  }

  let request: HTTPRequest
  private let content: Content

  var body: RequestBody {
    get throws {
      switch content {
      case .none: .none
      case .form(let text): .bytes(Data(text.utf8))
      case .json(let members): .bytes(try JSONEncoder().encode(members))
      }
    }
  }

  private init(
    _ method: HTTPRequest.Method, _ address: HTTPAddress, _ fields: HTTPFields, authorization: String?,
    _ content: Content
  ) {
    var fields = fields
    if let authorization { fields.append(.secret(.authorization, authorization)) }
    fields[.contentType] = content.type
    request = HTTPRequest(method, at: address, headerFields: fields)
    self.content = content
  }

  static func get(_ address: HTTPAddress, fields: HTTPFields, authorization: String) -> SignInCall {
    SignInCall(.get, address, fields, authorization: authorization, .none)
  }

  static func post(_ form: KeyValuePairs<String, String?>, to address: HTTPAddress, fields: HTTPFields) -> SignInCall {
    SignInCall(.post, address, fields, authorization: nil, .form(FormFields.encoded(form)))
  }

  static func delete(
    _ json: [String: String], at address: HTTPAddress, fields: HTTPFields, authorization: String
  ) -> SignInCall {
    SignInCall(.delete, address, fields, authorization: authorization, .json(json))
  }

  func model(from data: Data) -> SignInAnswer { SignInAnswer(data: data) }
}

/// The body of a forge's answer, which is small.
struct SignInAnswer: Sendable {
  struct TooLarge: Error, CustomStringConvertible {
    var description: String { "it has more than \(SignInAnswer.maximumBytes) bytes" }
  }

  /// Our limit. An answer of GitLab lists the groups of an account; all others are much smaller.
  static let maximumBytes = 1 << 20

  let data: Data

  /// Decodes JSON with keys in snake_case.
  ///
  /// - Throws: ``TooLarge``, or `DecodingError`.
  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard data.count <= Self.maximumBytes else { throw TooLarge() }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: data)
  }
}

/// Encodes the fields of a form: `application/x-www-form-urlencoded`, with all characters escaped that are not
/// unreserved (RFC 3986, section 2.3).
enum FormFields {
  private static let unreserved = CharacterSet(
    charactersIn: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~")

  /// Omits fields without a value.
  static func encoded(_ fields: KeyValuePairs<String, String?>) -> String {
    fields.compactMap { name, value in value.map { "\(name)=\(escape($0))" } }.joined(separator: "&")
  }

  private static func escape(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import HostileText
import ResourceLoading
import ReviewContract

/// One repository in a forge's API, and the format of its requests.
protocol ForgeAPI: Hashable, Sendable {
  /// The forge's display name.
  static var forge: String { get }

  var base: HTTPAddress { get }
  var repository: RepositoryName { get }

  /// Creates the API that the settings describe.
  init(_ settings: ForgeSettings) throws(ForgeError)

  /// The header field that carries a token.
  static func field(_ token: Secret) -> HTTPField

  /// The forge's term for a pull request, such as `pull request #7 of acme/shapes`.
  func subject(_ number: Int) -> String
}

extension ForgeAPI {
  func subject(_ number: Int) -> String { "pull request #\(number) of \(repository)" }
}

/// The API of a forge that keeps a repository at `/repos/OWNER/NAME`.
protocol OwnerAndNameAPI: ForgeAPI {
  /// Returns a request to a path below the API's root.
  func request(_ method: HTTPRequest.Method, segments: [String], query: KeyValuePairs<String, String>) -> HTTPRequest
}

extension OwnerAndNameAPI {
  /// Returns the repository that the settings name.
  static func repository(_ settings: ForgeSettings) throws(ForgeError) -> RepositoryName {
    guard let repository = RepositoryName(settings.repository) else {
      throw ForgeError(
        .failed, "\(settings.repository.prefix(200)) is not the name of a repository", remedy: "write it as OWNER/NAME")
    }
    return repository
  }

  /// Returns a request to a path below the repository.
  func request(
    _ method: HTTPRequest.Method = .get, _ segments: String..., query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    request(method, segments: ["repos", repository.owner, repository.name] + segments, query: query)
  }
}

/// A forge's response in JSON, with keys in snake_case.
protocol ForgeResource<Model>: HTTPResource, JSONResource {}

extension ForgeResource {
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

extension RequestBody {
  /// Encodes a value as JSON with keys in snake_case; the same value gives the same bytes.
  static func json(_ value: some Encodable) throws -> RequestBody {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .bytes(try encoder.encode(value))
  }
}

/// A repository's name: `OWNER/NAME`; on GitLab also `GROUP/SUBGROUP/NAME`.
struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
  let owner: String
  let name: String

  /// Fails for a name that no forge allows: it would lead to another path of the API.
  ///
  /// - Parameter hasGroups: whether the owner may consist of several names.
  init?(_ text: String, hasGroups: Bool = false) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 || (hasGroups && parts.count > 2), parts.allSatisfy(Self.isName) else { return nil }
    owner = parts.dropLast().joined(separator: "/")
    name = String(parts[parts.count - 1])
  }

  var description: String { "\(owner)/\(name)" }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text != "." && text != ".."
      && text.isASCIIName(punctuation: "-_.")
  }
}

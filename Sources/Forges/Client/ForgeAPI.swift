// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in a forge's API: makes requests as that forge wants them.
protocol ForgeAPI: Hashable, Sendable {
  /// The forge's name for people.
  static var forge: String { get }

  var base: HTTPAddress { get }
  var repository: RepositoryName { get }

  /// The API that the settings mean.
  init(_ settings: ForgeSettings) throws(ForgeError)

  /// How the forge wants to be shown a token.
  static func field(_ token: Secret) -> HTTPField

  /// What people call a pull request there, such as `pull request #7 of acme/shapes`.
  func subject(_ number: Int) -> String
}

extension ForgeAPI {
  func subject(_ number: Int) -> String { "pull request #\(number) of \(repository)" }
}

/// The API of a forge that keeps a repository at `/repos/OWNER/NAME`.
protocol OwnerAndNameAPI: ForgeAPI {
  /// A request to a place below the API's root.
  func request(_ method: HTTPRequest.Method, segments: [String], query: KeyValuePairs<String, String>) -> HTTPRequest
}

extension OwnerAndNameAPI {
  /// The repository that the settings name.
  static func repository(_ settings: ForgeSettings) throws(ForgeError) -> RepositoryName {
    guard let repository = RepositoryName(settings.repository) else {
      throw ForgeError(
        .failed, "\(settings.repository.prefix(200)) is not the name of a repository", remedy: "write it as OWNER/NAME")
    }
    return repository
  }

  /// A request to a place below the repository.
  func request(
    _ method: HTTPRequest.Method = .get, _ segments: String..., query: KeyValuePairs<String, String> = [:]
  ) -> HTTPRequest {
    request(method, segments: ["repos", repository.owner, repository.name] + segments, query: query)
  }
}

/// What a forge answers in JSON, with keys in snake_case.
protocol ForgeResource<Model>: HTTPResource, JSONResource {}

extension ForgeResource {
  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

extension RequestBody {
  /// JSON with keys in snake_case; the same value gives the same bytes.
  static func json(_ value: some Encodable) throws -> RequestBody {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .bytes(try encoder.encode(value))
  }
}

/// `OWNER/NAME`; on GitLab also `GROUP/SUBGROUP/NAME`.
struct RepositoryName: Hashable, Sendable, CustomStringConvertible {
  let owner: String
  let name: String

  /// Fails for what forges allow in no name: it would lead to another place of the API.
  ///
  /// - Parameter hasGroups: whether the owner may be several names.
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

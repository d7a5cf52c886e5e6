// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// An operation of a forge's API, with its implementation.
struct ForgeRoute: Sendable {
  enum Access: Sendable {
    /// Any credential of a user.
    case person
    /// The app itself, with a token that it signed.
    case app
    /// A token of an app's installation.
    case installation
    case repository(RequiredPermission)
  }

  let method: String
  let pattern: [String]
  /// The operation's id in GitHub's OpenAPI description, such as `issues/create-comment`.
  let operation: String?
  let access: Access
  let handle: @Sendable (ForgeCall) throws -> ForgeResponse

  /// - Parameter pattern: the path below the API's root. `:name` stands for one segment, `*name` for the rest.
  init(
    _ method: String, _ pattern: String, _ operation: String? = nil, _ access: Access,
    _ handle: @escaping @Sendable (ForgeCall) throws -> ForgeResponse
  ) {
    self.method = method
    self.pattern = pattern.split(separator: "/").map(String.init)
    self.operation = operation
    self.access = access
    self.handle = handle
  }

  /// Returns the values of the names; `nil` for another path.
  func parameters(of segments: [String]) -> [String: String]? {
    let hasRest = pattern.last?.hasPrefix("*") == true
    guard hasRest ? segments.count >= pattern.count : segments.count == pattern.count else { return nil }
    var found: [String: String] = [:]
    for (index, part) in pattern.enumerated() {
      if part.hasPrefix("*") {
        found[String(part.dropFirst())] = segments[index...].joined(separator: "/")
      } else if part.hasPrefix(":") {
        found[String(part.dropFirst())] = segments[index]
      } else if part != segments[index] {
        return nil
      }
    }
    return found
  }
}

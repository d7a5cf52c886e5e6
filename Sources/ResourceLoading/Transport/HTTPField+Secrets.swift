// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import HTTPTypes

extension HTTPField {
  /// A field whose value is a secret: it is never logged, never kept in a compression table, and never follows a
  /// redirect to another origin.
  public static func secret(_ name: Name, _ value: String) -> HTTPField {
    var field = HTTPField(name: name, value: value)
    field.indexingStrategy = .disallow
    return field
  }

  /// Whether the value is to be kept secret: it was marked so, or the name is known to carry credentials.
  public var isSecret: Bool {
    indexingStrategy == .disallow || Self.secretNames.contains(name.canonicalName)
  }

  private static let secretNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "private-token", "job-token", "x-api-key",
  ]
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import SecretMasking

/// What the names of fields, of a query's values and of JSON's members say about their values.
extension SecretMask {
  private static let names = ["token", "secret", "password", "signature", "key"]

  /// Also hides values in the query whose names say that they are secrets.
  func masked(_ address: HTTPAddress) -> String {
    let parts = address.description.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return masked(address.description) }
    let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let name = pair.prefix { $0 != "=" }
      let isSecret = Self.names.contains { name.lowercased().contains($0) }
      return isSecret ? "\(name)=\(Self.replacement)" : String(pair)
    }
    return masked("\(parts[0])?\(query.joined(separator: "&"))")
  }

  func masked(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(fields.map { HTTPField(name: $0.name, value: $0.isSecret ? Self.replacement : masked($0.value)) })
  }

  /// Also hides values in JSON whose names say that they are tokens or passwords. Bytes that are no text are left alone.
  func masked(_ body: Data) -> Data {
    guard let text = String(validating: body, as: UTF8.self) else { return body }
    let member = /("[^"]*(?:token|secret|password|private_key)[^"]*"\s*:\s*")(?:[^"\\]|\\.)*"/.ignoresCase()
    return Data(masked(text.replacing(member) { "\($0.1)\(Self.replacement)\"" }).utf8)
  }
}

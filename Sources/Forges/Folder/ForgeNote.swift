// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation
package import ReviewContract

/// The repository of a recorded session: the file `forge.json` in its folder.
package struct ForgeNote: Codable, Hashable, Sendable {
  package static let file = "forge.json"

  package let forge: ForgeKind
  /// `OWNER/NAME`
  package let repository: String
  /// The root of the forge's API; `nil` for that of its public server.
  package let apiURL: String?

  private enum CodingKeys: String, CodingKey {
    case forge, repository
    case apiURL = "api_url"
  }

  package init(forge: ForgeKind, repository: String, apiURL: String?) {
    self.forge = forge
    self.repository = repository
    self.apiURL = apiURL
  }

  package init(_ data: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: data)
    guard forge.api != nil else {
      throw DecodingError.dataCorrupted(.init(codingPath: [CodingKeys.forge], debugDescription: "not a forge"))
    }
  }

  package var data: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A GitHub App as which the daemon speaks to its forge.
package struct AppFiles: Hashable, Codable, Sendable {
  package var id: AppID
  package var key: SecretFile

  package init(id: AppID, key: SecretFile) {
    self.id = id
    self.key = key
  }
}

extension ValueKind<AppFiles> {
  static var app: ValueKind {
    let keys = [
      ConfigurationKey<AppFiles>("id", \.id, .written, "Its number or client id.", example: #""12345""#),
      ConfigurationKey<AppFiles>(
        "key", \.key, .secretFile, "The file of its private key.", example: "/etc/reviewbot/app.pem"),
    ]
    // Both keys are required: these values are never used.
    let initial = AppFiles(id: "-", key: SecretFile("/-"))
    return mapping("mapping with id and key", initial, keys, required: ["id", "key"], isSecret: true)
  }
}

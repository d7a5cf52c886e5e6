// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A token for a server of private dependencies.
package struct DependencyToken: Hashable, Codable, Sendable {
  package var host: HostAndPort
  package var file: SecretFile

  package init(host: HostAndPort, file: SecretFile) {
    self.host = host
    self.file = file
  }
}

extension ValueKind<DependencyToken> {
  static var dependencyToken: ValueKind {
    let keys = [
      ConfigurationKey<DependencyToken>("host", \.host, .written, "The server.", example: "git.example.com"),
      ConfigurationKey<DependencyToken>(
        "file", \.file, .secretFile, "The file of the token.", example: "/etc/reviewbot/git-token"),
    ]
    // Both keys are required: these values are never used.
    let initial = DependencyToken(host: "host", file: SecretFile("/-"))
    return mapping("mapping with host and file", initial, keys, required: ["host", "file"], isSecret: true)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A word for the command line of podman or docker.
enum ContainerWord {
  /// Whether it has 1 to 400 bytes, all of them ASCII letters, digits or the given punctuation.
  static func isPlain(_ text: String, punctuation: String) -> Bool {
    (1...400).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: punctuation.utf8.contains(byte)
        }
      }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// An address of a machine, in digits.
struct IPAddress: Hashable {
  /// 4 or 16, in the order of the network.
  let bytes: [UInt8]

  /// - Returns: `nil` for names, and for addresses with a zone.
  init?(_ text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.bytes = Array(bytes[..<4])
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.bytes = bytes
    } else {
      return nil
    }
  }

  var isVersion6: Bool { bytes.count == 16 }

  /// Whether only this machine itself is there.
  var isLoopback: Bool {
    isVersion6 ? bytes == [UInt8](repeating: 0, count: 15) + [1] : bytes.first == 127
  }
}

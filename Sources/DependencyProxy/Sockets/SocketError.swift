// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A socket that cannot be made or reached.
package struct SocketError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ message: String, remedy: String) {
    description = "\(message); \(remedy)"
  }

  /// The error of the system call that just failed.
  static func last(_ message: String, remedy: String = "look at the permissions and at what is there") -> SocketError {
    SocketError("\(message): \(String(cString: strerror(errno)))", remedy: remedy)
  }
}

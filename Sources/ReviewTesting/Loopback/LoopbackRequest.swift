// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// A request as the loopback server got it.
package struct LoopbackRequest: Hashable, Sendable {
  package let method: String
  /// Path and query, or a whole URL in a request to a proxy.
  package let target: String
  /// By lower-case name; the last one where a name stands twice.
  package let fields: [String: String]
  package let body: Data
  /// Which connection it came through, counted from 1.
  package let connection: Int
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Foundation

/// A request as the loopback server received it.
package struct LoopbackRequest: Hashable, Sendable {
  package let method: String
  /// The path and the query, or a whole URL in a request to a proxy.
  package let target: String
  /// The header fields by lower-case name; the last value of a repeated one.
  package let fields: [String: String]
  package let body: Data
  /// The number of the connection, counted from 1.
  package let connection: Int
}

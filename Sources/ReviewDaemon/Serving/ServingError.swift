// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import NIOCore
import ReviewContract

/// A server cannot listen where it should.
package struct ServingError: ReviewError {
  package struct Code: RawRepresentable, Codable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The address is taken, or is none of this machine's.
    package static let address = Code(rawValue: "address")
    /// The place of the socket is one where others could reach it, or is no place for one.
    package static let place = Code(rawValue: "place")
    /// Somebody answers at the socket.
    package static let inUse = Code(rawValue: "inUse")
  }

  package let code: Code
  package let message: String
  package let remedy: String?
  package let underlying: String?

  package init(_ code: Code, _ message: String, remedy: String? = nil, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
    self.underlying = underlying
  }

  /// What the system said about an error of a socket.
  static func words(_ error: any Error) -> String {
    (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
  }
}

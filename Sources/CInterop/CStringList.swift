// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Texts as C takes lists of them, such as arguments and environments: pointers, the last of which is null.
package enum CStringList {
  package static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { list in
      guard let start = list.baseAddress else { preconditionFailure("a list has at least its end") }
      return body(start)
    }
  }

  /// An environment, in the order of its names.
  package static func withPointers<Result>(
    _ environment: [String: String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    withPointers(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }, body)
  }
}

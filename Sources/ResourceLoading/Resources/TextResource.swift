// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Foundation

/// A resource that is text in UTF-8.
public protocol TextResource: DataResource where Model == String {}

extension TextResource {
  /// The text.
  ///
  /// - Throws: `CocoaError` when the bytes are not UTF-8. Nothing is repaired: a reader that replaces bytes reports
  ///   columns that are not there.
  public func model(from data: Data) throws -> String {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding)
    }
    return text
  }
}

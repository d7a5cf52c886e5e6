// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The reason why a shared library that is loaded when it is first needed cannot be used.
package struct LibraryError: Error, Hashable, Sendable {
  package let reason: String
  /// The action to take, such as the package to install.
  package let remedy: String

  package init(reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }

  /// Loads a library with the function of its C target, which writes the dynamic linker's reason to a buffer.
  ///
  /// - Throws: ``LibraryError`` if the function does not return 0.
  package static func check(
    _ name: String, remedy: String, load: (UnsafeMutablePointer<CChar>, Int) -> Int32
  ) throws(LibraryError) {
    var buffer = [CChar](repeating: 0, count: 512)
    let status = buffer.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { load($0, buffer.count) } ?? -1
    }
    guard status != 0 else { return }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw LibraryError(reason: "cannot load \(name): \(text)", remedy: remedy)
  }
}

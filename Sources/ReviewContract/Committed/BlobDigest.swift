// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ContainedFiles
import Crypto
import Foundation

/// The id that git gives to the contents of a file: the SHA-1 of `blob SIZE`, a NUL and the contents; SHA-256 in a
/// repository with that object format, whose ids have 64 digits.
///
/// Source: https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
package enum BlobDigest {
  private static let piece = 1 << 20

  /// Returns the id of contents, in hexadecimal.
  ///
  /// - Parameter digits: the number of digits of the repository's ids.
  package static func id(of bytes: [UInt8], kind: String = "blob", digits: Int = 40) -> String {
    var digest = Digest(kind: kind, size: bytes.count, digits: digits)
    digest.update(bytes)
    return digest.hexadecimal
  }

  /// Returns the id of an open file's contents, which it reads once.
  ///
  /// - Parameter use: is given each piece of the contents.
  static func id(
    of file: borrowing OpenFile, digits: Int, use: ([UInt8]) throws(ContainedDirectory.Failure) -> Void = { _ in }
  ) throws(ContainedDirectory.Failure) -> String {
    var digest = Digest(kind: "blob", size: file.size, digits: digits)
    try read(file) { bytes throws(ContainedDirectory.Failure) in
      digest.update(bytes)
      try use(bytes)
    }
    return digest.hexadecimal
  }

  /// Returns the SHA-256 of an open file's contents, in hexadecimal.
  static func sha256(of file: borrowing OpenFile) throws(ContainedDirectory.Failure) -> String {
    var digest = SHA256()
    try read(file) { bytes throws(ContainedDirectory.Failure) in digest.update(data: bytes) }
    return Digest.text(of: digest.finalize())
  }

  private static func read(
    _ file: borrowing OpenFile, _ use: ([UInt8]) throws(ContainedDirectory.Failure) -> Void
  ) throws(ContainedDirectory.Failure) {
    var buffer = [UInt8](repeating: 0, count: min(piece, file.size + 1))
    while true {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(file.descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .failed(errno: errno) }
      if count == 0 { return }
      try use(Array(buffer[..<count]))
    }
  }

  private struct Digest {
    private var sha1 = Insecure.SHA1()
    private var sha256 = SHA256()
    private let isLong: Bool

    init(kind: String, size: Int, digits: Int) {
      isLong = digits == 64
      update(Array("\(kind) \(size)\0".utf8))
    }

    mutating func update(_ bytes: [UInt8]) {
      if isLong { sha256.update(data: bytes) } else { sha1.update(data: bytes) }
    }

    var hexadecimal: String {
      isLong ? Self.text(of: sha256.finalize()) : Self.text(of: sha1.finalize())
    }

    static func text(of digest: some Sequence<UInt8>) -> String {
      let digits = Array("0123456789abcdef".utf8)
      return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }
}

extension ContainedDirectory {
  /// Returns the SHA-256 of the file at `path`, in hexadecimal.
  package func digest(of path: String) throws(Failure) -> String { try BlobDigest.sha256(of: try file(at: path)) }
}

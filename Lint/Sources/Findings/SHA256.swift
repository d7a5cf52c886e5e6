// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CSourceSupport

/// A SHA-256 of bytes that are added in parts.
///
/// The package has its own, because the library with this function takes longer to compile than the rules with their
/// parser.
package struct SHA256 {
  /// The number of bytes of a digest.
  package static let byteCount = 32

  private var digest = reviewbot_sha256()

  package init() { reviewbot_sha256_begin(&digest) }

  /// Computes the digest as on a processor without SHA instructions, for tests.
  package init(withoutInstructions: Void) {
    reviewbot_sha256_begin(&digest)
    digest.uses_instructions = 0
  }

  package mutating func update(_ bytes: [UInt8]) { reviewbot_sha256_add(&digest, bytes, bytes.count) }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    reviewbot_sha256_add(&digest, bytes.baseAddress, bytes.count)
  }

  /// Returns the digest of the bytes so far.
  package func finalize() -> [UInt8] {
    var ended = digest
    return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { result, count in
      reviewbot_sha256_end(&ended, result.baseAddress)
      count = Self.byteCount
    }
  }

  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalize()
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// A set of kinds, with a bit for each: rules look up the kinds of all ancestors of many nodes, and hashing a kind takes longer
/// than finding the next ancestor.
struct SyntaxKindSet: ExpressibleByArrayLiteral, Hashable, Sendable {
  private var bits = SIMD8<UInt64>()

  init(arrayLiteral kinds: SyntaxKind...) {
    for kind in kinds { bits[kind.index >> 6] |= 1 << UInt64(kind.index & 63) }
  }

  func contains(_ kind: SyntaxKind) -> Bool {
    bits[kind.index >> 6] >> UInt64(kind.index & 63) & 1 == 1
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import SwiftSyntax

/// Trees of texts that were parsed before, for a later stage that asks for the same text: the rules parse what the measurement
/// of coverage needs as well.
package final class ParsedTrees: Sendable {
  /// So much text is remembered; its trees take some thirty times as much.
  static let maximumBytes = 8 << 20

  private struct State {
    var trees: [[UInt8]: SourceFileSyntax] = [:]
    var bytes = 0
  }

  private let state = Locked(State())

  package init() {}

  func tree(of bytes: [UInt8]) -> SourceFileSyntax? {
    state.withLock { $0.trees[bytes] }
  }

  /// Remembers the tree if there is room.
  func keep(_ tree: SourceFileSyntax, of bytes: [UInt8]) {
    state.withLock { state in
      guard state.trees[bytes] == nil, state.bytes + bytes.count <= Self.maximumBytes else { return }
      state.trees[bytes] = tree
      state.bytes += bytes.count
    }
  }
}

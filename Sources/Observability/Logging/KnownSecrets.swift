// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import SecretMasking

/// The secrets of this process. All output goes through their ``mask``.
package final class KnownSecrets: Sendable {
  /// The maximum number of short-lived secrets kept; the oldest is dropped first.
  package static let mostShortLived = 256

  private struct State: Sendable {
    var lasting: Set<String> = []
    var shortLived: [String] = []
    var mask = SecretMask()
  }

  private let state = Locked(State())

  /// - Parameter secrets: as ``learn(_:)`` takes them.
  package init(_ secrets: [String] = []) {
    for secret in secrets { learn(secret) }
  }

  /// A mask of the current secrets.
  package var mask: SecretMask { state.withLock { $0.mask } }

  /// Whether there is nothing to mask.
  package var isEmpty: Bool { mask.isEmpty }

  /// The text without the secrets.
  package func masked(_ text: String) -> String { mask.masked(text) }

  /// Hides a secret from now on, unless it has fewer than ``SecretMask/shortestSecret`` bytes.
  ///
  /// - Parameter isShortLived: whether it expires within hours, so that it may be dropped.
  package func learn(_ secret: String, isShortLived: Bool = false) {
    state.withLock { state in
      guard !state.lasting.contains(secret), !state.shortLived.contains(secret) else { return }
      if isShortLived {
        state.shortLived = state.shortLived.suffix(Self.mostShortLived - 1) + [secret]
      } else {
        state.lasting.insert(secret)
      }
      state.mask = SecretMask(Array(state.lasting) + state.shortLived)
    }
  }
}

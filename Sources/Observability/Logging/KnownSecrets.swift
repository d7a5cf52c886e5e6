// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import SecretMasking

/// The secrets that this process was given so far. What leaves the process goes through its ``mask``.
package final class KnownSecrets: Sendable {
  /// Of secrets that are made while the process runs, and expire, so many are remembered.
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

  /// What hides the secrets that are known now.
  package var mask: SecretMask { state.withLock { $0.mask } }

  /// The text without the secrets.
  package func masked(_ text: String) -> String { mask.masked(text) }

  /// Hides a secret from now on. One of fewer than ``SecretMask/shortestSecret`` bytes cannot be hidden.
  ///
  /// - Parameter isShortLived: whether it expires within hours, so that it need not be hidden for ever.
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

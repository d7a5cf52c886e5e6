// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Observability
package import ReviewContract
import SecretMasking

/// Hands on what a review tells of itself, without secrets: also without one that a build or a test prints in pieces.
package final class MaskedProgress: Sendable {
  private let lines = Locked(MaskedLines())
  private let secrets: KnownSecrets
  private let handler: ProgressHandler

  package init(_ secrets: KnownSecrets, _ handler: @escaping ProgressHandler) {
    self.secrets = secrets
    self.handler = handler
  }

  package func callAsFunction(_ event: ProgressEvent) {
    let mask = secrets.mask
    switch event {
    case .output(let line):
      // Handed on within the lock, so that lines keep their order.
      lines.withLock { for line in $0.next(line, mask) { handler(.output(line: line)) } }
    case .detail(let text): handler(.detail(mask.masked(text)))
    case .started(let stage):
      end(mask)
      handler(.started(stage: mask.masked(stage)))
    case .ended(let stage):
      end(mask)
      handler(
        .ended(
          Stage(
            name: mask.masked(stage.name), status: stage.status, milliseconds: stage.milliseconds,
            detail: stage.detail.map { mask.masked($0) })))
    }
  }

  /// Nothing follows that could make a secret of what waits.
  private func end(_ mask: SecretMask) {
    lines.withLock { for line in $0.rest(mask) { handler(.output(line: line)) } }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import Observability
package import ReviewContract
import SecretMasking

/// Forwards progress events with secrets masked, including secrets that a build or a test prints over several lines.
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
      // The handler is called within the lock, to keep the order of lines.
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

  /// Forwards the buffered lines: a secret does not continue in the next stage.
  private func end(_ mask: SecretMask) {
    lines.withLock { for line in $0.rest(mask) { handler(.output(line: line)) } }
  }
}

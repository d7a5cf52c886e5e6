// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// Keeps the account while connections come and go. What clients write makes it no larger than its bounds.
final class Ledger: Sendable {
  private let entries = Locked(ProxyAccount())

  var account: ProxyAccount { entries.withLock { $0 } }

  func asked() {
    entries.withLock { $0.requests += 1 }
  }

  func opened(_ host: AllowedHost) {
    entries.withLock { Self.count(host.description, in: &$0.opened) }
  }

  func refused(_ refusal: TunnelRefusal) {
    entries.withLock { Self.count(refusal.reason, in: &$0.refused) }
  }

  @Sendable func carried(sent: Int, received: Int) {
    guard sent + received > 0 else { return }
    entries.withLock { account in
      account.sentBytes += sent
      account.receivedBytes += received
    }
  }

  private static func count(_ name: String, in counts: inout [String: Int]) {
    let isTold = counts[name] != nil || counts.count < ProxyAccount.told
    counts[isTold ? name : ProxyAccount.others, default: 0] += 1
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What was asked of the proxy, for the report.
package struct ProxyAccount: Hashable, Sendable {
  /// How many tunnels were opened, by host.
  package internal(set) var opened: [String: Int] = [:]
  /// How often something was refused, by the reason.
  package internal(set) var refused: [String: Int] = [:]
  package internal(set) var requests = 0
  /// From the code under review to the hosts.
  package internal(set) var sentBytes = 0
  /// From the hosts to the code under review.
  package internal(set) var receivedBytes = 0

  /// Of different hosts and reasons, so many are told apart; more are only counted.
  static let told = 50
  /// What those beyond are counted as.
  static let others = "others"

  /// One sentence for each thing that was wanted in vain.
  package var notes: [String] {
    refused.keys.sorted().map { reason in
      reason == Self.others ? "dependencies wanted more than can be listed here" : "dependencies: \(reason)"
    }
  }

  package init() {}
}

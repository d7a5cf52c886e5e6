// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

@testable import Isolation

/// The profile for docker and podman is equivalent to the filter for bubblewrap.
struct SystemCallProfileTests {
  private static let policies: [SystemCallPolicy] = [
    .sandbox(memoryIsLimited: false), .sandbox(memoryIsLimited: true), .reviewbot,
  ]

  private func isAllowed(_ name: String, _ arguments: [UInt64], by policy: SystemCallPolicy) -> Bool {
    switch policy.rules.first(where: { $0.names.contains(name) })?.decision {
    case .allowed: true
    case .refused, nil: false
    case .allowedIf(let alternatives, _):
      alternatives.contains { conditions in
        conditions.allSatisfy { (arguments[$0.argument] & $0.mask == $0.value) == $0.isEqual }
      }
    }
  }

  private func isAllowed(_ name: String, _ arguments: [UInt64], by profile: SystemCallProfile) -> Bool {
    profile.syscalls.contains { rule in
      rule.action == "SCMP_ACT_ALLOW" && rule.names.contains(name)
        && (rule.args ?? []).allSatisfy { arguments[$0.index] & $0.value == $0.valueTwo }
    }
  }

  @Test func `a profile allows the same calls and arguments as its policy`() {
    var numbers = SeededRandom(seed: 1)
    for policy in Self.policies {
      let profile = SystemCallProfile(policy)
      let special = policy.rules.flatMap(Self.values)
      for name in policy.rules.flatMap(\.names) {
        // Most have no conditions.
        let rule = policy.rules.first { $0.names.contains(name) }
        for _ in 0..<(rule.map(Self.values)?.isEmpty == false ? 100 : 1) {
          let arguments = (0..<6).map { _ in
            // Values of the conditions, some with a changed bit.
            let value = special.randomElement(using: &numbers) ?? 0
            return Bool.random(using: &numbers) ? value : value ^ (1 << UInt64.random(in: 0..<64, using: &numbers))
          }
          #expect(
            isAllowed(name, arguments, by: profile) == isAllowed(name, arguments, by: policy), "\(name) \(arguments)")
        }
      }
    }
  }

  private static func values(_ rule: SystemCallRule) -> [UInt64] {
    guard case .allowedIf(let alternatives, _) = rule.decision else { return [] }
    return alternatives.joined().map(\.value)
  }

  @Test func `a rule compares each argument at most once`() {
    for policy in Self.policies {
      for rule in SystemCallProfile(policy).syscalls {
        let indexes = (rule.args ?? []).map(\.index)
        #expect(Set(indexes).count == indexes.count, "\(rule.names)")
      }
    }
  }

  private func names(allowedBy policy: SystemCallPolicy) -> Set<String> {
    let rules = policy.rules.filter { rule in
      if case .refused = rule.decision { false } else { true }
    }
    return Set(rules.flatMap(\.names))
  }

  @Test func `reviewbot's container allows the sandbox's system calls and those that bubblewrap needs`() {
    let outside = names(allowedBy: .reviewbot)
    let inside = names(allowedBy: .sandbox(memoryIsLimited: true))
    #expect(
      outside.subtracting(inside)
        == ["unshare", "setns", "mount", "umount2", "pivot_root", "sethostname", "chroot", "openat2"])
    #expect(inside.isSubset(of: outside))
  }
}

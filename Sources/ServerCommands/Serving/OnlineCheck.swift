// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CommandSupport
import Forges
import Foundation
import HostileText
import JobQueue
import ReviewContract
import ReviewHost
import ReviewServer

/// `serve --check --online`: the permissions of the credentials in each repository that is listed by name, and in those
/// that the patterns match.
struct OnlineCheck: Sendable {
  let service: ServedService
  let parts: AppContext

  /// Prints the rights. Nothing is written to a forge.
  ///
  /// - Throws: ``RunError`` if a right is missing, or a forge cannot be reached.
  func run() async throws {
    var result = Result()
    for forge in service.forges {
      say("\(forge.name): \(forge.kind.rawValue), \(forge.webURL)")
      do {
        let target = target(forge, forge.named.first ?? "-/-")
        if let installed = try await parts.installations(target, forge.webURL, try forge.credential()) {
          show(installed)
        }
      } catch {
        note(error, "the installations of the app", &result)
      }
      let discovered = await discover(forge, &result)
      let names = forge.named + discovered
      let checks = await names.concurrentResults(atMost: Self.concurrency) { name in
        try await parts.rights(target(forge, name), forge.webURL, try forge.credential())
      }
      try Task.checkCancellation()
      for (name, checks) in zip(names, checks) { show(checks, name, &result) }
    }
    try result.check()
  }

  /// The number of repositories that are checked at the same time.
  private static let concurrency = 4

  /// The number of problems.
  private struct Result {
    var refuted = 0
    /// Checks without a result, because a forge did not answer.
    var unanswered = 0

    func check() throws {
      let subject = refuted == 1 ? "1 of the required rights is" : "\(refuted) of the required rights are"
      guard unanswered == 0 else {
        let count = unanswered == 1 ? "1 check has" : "\(unanswered) checks have"
        throw RunError(
          "\(count) no result, because a forge is not available" + (refuted == 0 ? "" : ", and \(subject) missing"),
          remedy: "run the command again when the forge answers")
      }
      guard refuted == 0 else {
        throw RunError(
          "\(subject) missing", remedy: "grant \(refuted == 1 ? "it" : "them"); see Documentation/forges.md")
      }
    }
  }

  private func target(_ forge: DaemonForge, _ name: String) -> ReviewTarget {
    ReviewTarget(forge: forge.kind, name: name, cloneURL: nil, apiURL: forge.apiURL, number: 0)
  }

  private func show(_ checks: Swift.Result<[RightCheck], any Error>, _ name: String, _ result: inout Result) {
    do {
      let checks = try checks.get()
      say("  \(name)")
      for check in checks {
        switch check.outcome {
        case .refuted: result.refuted += 1
        case .unanswered: result.unanswered += 1
        case .proven, .unprovable: break
        }
        say("    \(Self.line(check))")
      }
    } catch {
      note(error, name, &result)
    }
  }

  private func note(_ error: any Error, _ subject: String, _ result: inout Result) {
    if let failure = error as? ForgeError, failure.isTransient {
      result.unanswered += 1
    } else {
      result.refuted += 1
    }
    say("  \(subject): \(error)")
  }

  /// Lists the repositories that the patterns match, with those that the account may not write to.
  ///
  /// - Returns: one of the repositories of each owner, whose rights stand for the others.
  private func discover(_ forge: DaemonForge, _ result: inout Result) async -> [String] {
    do {
      guard let discovered = try await parts.discover(forge) else { return [] }
      let names = discovered.found.map(\.name).sorted()
      say("  the patterns match \(names.count) repositor\(names.count == 1 ? "y" : "ies")")
      for note in discovered.notes { say("    note: \(note)") }
      if discovered.isPartial { result.refuted += 1 }
      for repository in discovered.readOnly.map(\.name).sorted() {
        result.refuted += 1
        say("    \(Self.line(RightCheck("write to \(repository)", .refuted("the account has no write permission"))))")
      }
      let owners = Dictionary(grouping: names) { $0.split(separator: "/").dropLast().joined(separator: "/") }
      let examples = owners.sorted { $0.key < $1.key }.compactMap { $0.value.first { !forge.named.contains($0) } }
      if !examples.isEmpty { say("  one repository of each owner is checked") }
      return examples
    } catch {
      note(error, "the repositories that the patterns match", &result)
      return []
    }
  }

  private func show(_ installed: [InstalledAccount]) {
    say("  the app is installed in \(installed.count) account\(installed.count == 1 ? "" : "s")")
    for account in installed {
      let selection = account.hasAllRepositories ? "all repositories" : "selected repositories"
      say("    \(account.account): \(selection)\(account.isSuspended ? ", suspended" : "")")
    }
  }

  static func line(_ check: RightCheck) -> String {
    switch check.outcome {
    case .proven: "proven        \(check.right)"
    case .refuted(let reason): "refuted       \(check.right): \(reason)"
    case .unanswered(let reason): "no answer     \(check.right): \(reason)"
    case .unprovable(let reason): "not provable  \(check.right): \(reason)"
    }
  }

  /// Prints a line, escaped because names and errors are text of a forge.
  private func say(_ line: String) { Console.say(HostileText(line).terminal()) }
}

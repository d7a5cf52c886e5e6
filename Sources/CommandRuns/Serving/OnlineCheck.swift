// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Forges
import Foundation
import HostileText
import ReviewContract
import ReviewHost
package import ReviewServer

/// `serve --check --online`: the permissions of the credentials in each repository that is listed by name.
package struct OnlineCheck: Sendable {
  private let service: ServedService
  private let parts: AppContext

  package init(_ service: ServedService, _ parts: AppContext) {
    self.service = service
    self.parts = parts
  }

  /// Prints the rights. Nothing is written to a forge.
  ///
  /// - Throws: ``RunError`` if a right is missing, or a forge cannot be reached.
  package func run() async throws {
    var refuted = 0
    for forge in service.forges {
      say("\(forge.name): \(forge.kind.rawValue), \(forge.webURL)")
      if forge.named.isEmpty {
        say("  no repository is listed by name; the rights in \"OWNER/*\" are not checked")
      }
      for (index, name) in forge.named.enumerated() {
        let target = ReviewTarget(forge: forge.kind, name: name, cloneURL: nil, apiURL: forge.apiURL, number: 0)
        let credential = try forge.credential()
        do {
          if index == 0, let installed = try await parts.installations(target, forge.webURL, credential) {
            show(installed)
          }
          say("  \(name)")
          for check in try await parts.rights(target, forge.webURL, credential) {
            if case .refuted = check.outcome { refuted += 1 }
            say("    \(Self.line(check))")
          }
        } catch {
          refuted += 1
          say("  \(name): \(error)")
        }
      }
    }
    guard refuted == 0 else {
      throw RunError("\(refuted) of the required rights are missing", remedy: "grant them; see Documentation/forges.md")
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
    case .unprovable(let reason): "not provable  \(check.right): \(reason)"
    }
  }

  /// Prints a line, escaped because names and errors are text of a forge.
  private func say(_ line: String) { Console.say(HostileText(line).terminal()) }
}

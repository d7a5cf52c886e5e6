// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import JobQueue
import ReviewContract
import ReviewHost
import ReviewServer
import Testing

/// Samples for the tests of the intake.
enum IntakeSamples {
  static let secret = "a secret of the forge's"

  /// Returns equal commits for equal numbers.
  static func commit(_ number: Int) -> CommitID {
    let digits = String(number, radix: 16)
    guard let id = CommitID(String(repeating: "0", count: 40 - digits.count) + digits) else {
      preconditionFailure("a commit id of 40 digits")
    }
    return id
  }

  static func reference(_ number: Int, in repository: String = "acme/shapes") -> JobQueue.PullRequestReference {
    JobQueue.PullRequestReference(repository: RepositoryReference(forge: "forge", name: repository), number: number)
  }

  /// Returns a forge that accepts the repositories of `acme`, or all.
  static func forge(
    _ kind: ForgeKind = .github, name: String = "forge", acceptsAll: Bool = false, skipsDrafts: Bool = true
  ) throws -> DaemonForge {
    var section = ServedForge()
    section.name = try #require(ForgeName(name))
    section.kind = kind
    section.repositories = [acceptsAll ? "*/**" : "acme/**"]
    section.drafts = skipsDrafts ? .skip : .repository
    return DaemonForge(section, of: ServerConfiguration(), webhookSecrets: try WebhookSecrets([Secret(secret)])) {
      .anonymous
    }
  }

  /// A pull request's event as GitHub sends it, padded to a size.
  static func pullRequest(_ number: Int = 1, head: Int = 1, action: String = "synchronize", bytes: Int = 0) -> String {
    let padding = String(repeating: "x", count: bytes)
    return """
      {"action":"\(action)","number":\(number),"padding":"\(padding)","pull_request":{"number":\(number),"draft":false,\
      "updated_at":"2026-01-01T00:00:00Z","head":{"sha":"\(commit(head))","repo":{"full_name":"acme/shapes"}},\
      "base":{"sha":"\(commit(99))","repo":{"full_name":"acme/shapes"}}},"repository":{"full_name":"acme/shapes"}}
      """
  }
}

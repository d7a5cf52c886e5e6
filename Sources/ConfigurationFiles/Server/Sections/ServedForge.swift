// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A forge whose pull requests are reviewed.
package struct ServedForge: Hashable, Codable, Sendable {
  package var name: ForgeName = "github"
  package var kind = ForgeKind.github
  /// Where its pages are.
  package var url: WebAddress = "https://github.com"
  /// Where its API is; `nil` for where it is on a server of this kind.
  package var api: WebAddress?
  package var webhookSecrets: [SecretFile] = []
  /// Of this and ``app`` there is exactly one.
  package var token: SecretFile?
  package var app: AppFiles?
  package var repositories: [RepositoryPattern] = []
  package var strangers = StrangersPolicy.approve
  package var trusted: [AccountName] = []
  package var drafts = DraftsPolicy.review

  package init() {}

  /// Whether the repository is one that is reviewed here.
  package func covers(_ repository: String) -> Bool { repositories.contains { $0.matches(repository) } }

  /// Whether the operator vouches for the account.
  package func trusts(_ account: String) -> Bool { trusted.contains { $0.isSame(as: account) } }

  static let kinds: [ForgeKind] = [.github, .gitlab, .gitea]

  /// Where the forge of a kind is that everybody knows.
  static func publicServer(of kind: ForgeKind) -> WebAddress? {
    switch kind {
    case .github: "https://github.com"
    case .gitlab: "https://gitlab.com"
    case .gitea, .local: nil
    }
  }
}

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
  package var forkPullRequests = ForkPolicy.requireApproval
  package var trustedAccounts: [AccountName] = []
  package var drafts = DraftsPolicy.review

  package init() {}

  /// Whether the repository is one that is reviewed here.
  package func covers(_ repository: String) -> Bool { repositories.contains { $0.matches(repository) } }

  /// Whether the operator vouches for the account.
  package func trusts(_ account: String) -> Bool { trustedAccounts.contains { $0.isSame(as: account) } }

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

extension ServedForge {
  static let required = ["kind", "webhook_secrets", "repositories"]

  static var keys: [ConfigurationKey<Self>] { serverKeys + accessKeys + repositoryKeys }

  private static var serverKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "name", \.name, .value,
        "What it is called in the address of its webhooks, `/webhook/NAME`; without it as its kind."),
      ConfigurationKey(
        "kind", \.kind, .choice(among: kinds), "What it is; `gitea` is Forgejo too.", example: "github"),
      ConfigurationKey(
        "url", \.url, .value,
        "Where its pages are. Without it, of GitHub and GitLab the public server; of Gitea there is none. It is `https`; "
          + "`http` only on this machine itself."),
      ConfigurationKey(
        "api", \.api, .optional(.value), "Where its API is, when that is not where servers of its kind have it.",
        example: "https://api.github.com"),
    ]
  }

  private static var accessKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "webhook_secrets", \.webhookSecrets, .list(of: .secretFile, 1...2, "files", isSecret: true),
        "The file with the secret that its webhooks are signed with, at least \(SecretKind.shortestWebhookSecret) bytes; during "
          + "a change a second one with the secret before. Files with secrets are closed to others (`chmod 600`).",
        example: "[/etc/reviewbot/github-webhook-secret]"),
      ConfigurationKey(
        "token", \.token, .optional(.secretFile),
        "The file with the token that pull requests are read and commented with. Give this or `app`.",
        example: "/etc/reviewbot/github-token"),
      ConfigurationKey(
        "app", \.app, .optional(.app),
        "The GitHub App to be instead of using a token: its `id`, and the file of its private `key`.",
        example: #"{id: "12345", key: /etc/reviewbot/app.pem}"#),
    ]
  }

  private static var repositoryKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "repositories", \.repositories, .list(of: .value, 1...1_000, "repositories"),
        "The repositories that are reviewed, by name; `\"acme/*\"` are all of an owner's, and `\"acme/**\"` those of a group of "
          + "GitLab with its subgroups. What the forge sends about others is ignored.",
        example: #"[acme/shapes, "acme/*"]"#),
      ConfigurationKey(
        "fork_pull_requests", \.forkPullRequests, .choice,
        "What becomes of pull requests from forks, by accounts that may not write to the repository: somebody who may has to "
          + "`approve` each commit, they `run` at once, or the daemon is to `ignore` them."),
      ConfigurationKey(
        "trusted_accounts", \.trustedAccounts, .list(of: .value, 0...1_000, "accounts"),
        "Accounts whose forks need no approval."),
      ConfigurationKey(
        "drafts", \.drafts, .choice,
        "Whether pull requests that are marked as drafts are reviewed too (`review`), or not yet (`skip`)."),
    ]
  }
}

extension ConfigurationCodec<ServedForge> {
  static var forge: ConfigurationCodec {
    mapping(
      "mapping with kind, webhook_secrets, token and repositories", ServedForge(), ServedForge.keys,
      required: ServedForge.required
    ) { forge, locations in
      if !locations.has("name"), let name = ForgeName(forge.kind.rawValue) { forge.name = name }
      if !locations.has("url"), let url = ServedForge.publicServer(of: forge.kind) { forge.url = url }
      return addressProblems(of: forge, locations) + credentialProblems(of: forge, locations)
    }
  }

  private static func addressProblems(of forge: ServedForge, _ locations: KeyLocations) -> [ValueError] {
    var errors: [ValueError] = []
    if !locations.has("url"), ServedForge.publicServer(of: forge.kind) == nil {
      errors.append(
        ValueError(
          "url is missing", remedy: "write where the server is, as in url: https://git.example.com", at: locations.mark)
      )
    }
    if forge.kind != .gitlab, let pattern = forge.repositories.first(where: { ($0.depth ?? 2) > 2 }) {
      errors.append(
        ValueError(
          "repositories: \(shown(pattern.pattern)) cannot be a repository of \(forge.kind.rawValue)",
          remedy: "write OWNER/NAME; only GitLab has groups in groups", at: locations.mark(of: "repositories")))
    }
    return errors
  }

  private static func credentialProblems(of forge: ServedForge, _ locations: KeyLocations) -> [ValueError] {
    switch (locations.has("token"), locations.has("app")) {
    case (true, true):
      return [ValueError("app: there is a token too", remedy: "keep one of them", at: locations.mark(of: "app"))]
    case (false, false):
      let remedy = "write it, as in token: /etc/reviewbot/\(forge.kind.rawValue)-token"
      return [ValueError("token is missing", remedy: remedy, at: locations.mark)]
    case (false, true) where forge.kind != .github:
      return [ValueError("app: only GitHub has apps", remedy: "use token", at: locations.mark(of: "app"))]
    case (false, true), (true, false): return []
    }
  }
}

extension ConfigurationCodec<[ServedForge]> {
  static var forges: ConfigurationCodec {
    list(of: .forge, 1...ServerConfiguration.mostForges, "forges", distinct: \.name.name)
  }
}

/// What becomes of pull requests that are not ready.
package enum DraftsPolicy: String, Codable, Sendable, CaseIterable {
  case review, skip
}

/// What becomes of pull requests from forks, by accounts that may not write to the repository.
package enum ForkPolicy: String, Codable, Sendable, CaseIterable {
  case requireApproval = "require_approval"
  case run, ignore
}

/// A GitHub App as which the daemon speaks to its forge.
package struct AppFiles: Hashable, Codable, Sendable {
  package var id: AppID
  package var key: SecretFile

  package init(id: AppID, key: SecretFile) {
    self.id = id
    self.key = key
  }
}

extension ConfigurationCodec<AppFiles> {
  static var app: ConfigurationCodec {
    let keys = [
      ConfigurationKey<AppFiles>("id", \.id, .value, "Its number or client id.", example: #""12345""#),
      ConfigurationKey<AppFiles>(
        "key", \.key, .secretFile, "The file of its private key.", example: "/etc/reviewbot/app.pem"),
    ]
    // Both keys are required: these values are never used.
    let initial = AppFiles(id: "-", key: SecretFile("/-"))
    return mapping("mapping with id and key", initial, keys, required: ["id", "key"], isSecret: true)
  }
}

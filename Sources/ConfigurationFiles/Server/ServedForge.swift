// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A forge whose pull requests are reviewed.
package struct ServedForge: Hashable, Codable, Sendable {
  package var name: ForgeName = "github"
  package var kind = ForgeKind.github
  /// The address of its web pages.
  package var url: WebAddress = "https://github.com"
  /// The address of its API; `nil` for the default of its kind.
  package var api: WebAddress?
  package var webhookSecrets: [SecretFile] = []
  /// The file with the token. Exactly one of this and ``app`` is set.
  package var token: SecretFile?
  package var app: AppFiles?
  /// The application for readers of the web pages; `nil` if accounts of this forge cannot sign in.
  package var signIn: SignInFiles?
  package var repositories: [RepositoryPattern] = []
  package var forkPullRequests = ForkPolicy.requireApproval
  package var trustedAccounts: [AccountName] = []
  package var drafts = OperatorDrafts.repository
  /// `nil` for the limits that are usual for the server.
  package var writeSpacing: WriteSpacing?

  package init() {}

  /// Returns whether the repository is reviewed.
  package func covers(_ repository: String) -> Bool { repositories.contains { $0.matches(repository) } }

  /// Returns whether the operator trusts the account.
  package func trusts(_ account: String) -> Bool { trustedAccounts.contains { $0.isSame(as: account) } }

  /// Returns a repository of which only the name is known.
  package func repository(_ name: String) -> Repository {
    Repository(forge: kind, name: name, cloneURL: "\(url.url)/\(name).git")
  }

  /// The public server of its kind; `nil` for kinds without one.
  fileprivate var publicServer: WebAddress? { kind.description?.publicServer.flatMap { WebAddress($0) } }
}

extension ServedForge {
  static let required = ["kind", "webhook_secrets", "repositories"]

  static var keys: [ConfigurationKey<Self>] { serverKeys + accessKeys + repositoryKeys }

  private static var serverKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "name", \.name, .value,
        "The name of the forge in the path of its webhooks, `/webhook/NAME`. The default is its kind."),
      ConfigurationKey(
        "kind", \.kind, .choice(among: ForgeDescription.all.map(\.kind)),
        "The kind of forge. Use `gitea` for Forgejo, too.", example: "github"),
      ConfigurationKey(
        "url", \.url, .value,
        "The address of the forge's web pages. The default is the public server of GitHub or GitLab; for Gitea it is required. The scheme is "
          + "`https`, or `http` on the loopback interface."),
      ConfigurationKey(
        "api", \.api, .optional(.value), "The address of its API, if it is not the default of its kind.",
        example: "https://api.github.com"),
    ]
  }

  private static var accessKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "webhook_secrets", \.webhookSecrets, .list(of: .secretFile, 1...2, "files", isSecret: true),
        "The file of the secret that signs its webhooks, at least \(SecretKind.shortestWebhookSecret) bytes; during a rotation also "
          + "the file of the previous secret. Files with secrets must not be accessible to other users (`chmod 600`).",
        example: "[/etc/reviewbot/github-webhook-secret]"),
      ConfigurationKey(
        "token", \.token, .optional(.secretFile),
        "The file of the token for reading and commenting on pull requests. Either this or `app` is required.",
        example: "/etc/reviewbot/github-token"),
      ConfigurationKey(
        "app", \.app, .optional(.app),
        "The GitHub App to use instead of a token: its `id`, and the file of its private `key`.",
        example: #"{id: "12345", key: /etc/reviewbot/app.pem}"#),
      ConfigurationKey(
        "sign_in", \.signIn, .optional(.signIn),
        "The OAuth application for readers of the web pages (`pages`): its client `id`, and the file of its client `secret`. It asks "
          + "for the identity of an account only. Its redirect address is `URL/sign-in/NAME/done`.",
        example: #"{id: "Iv1.8a61f9b3a7aba766", secret: /etc/reviewbot/github-sign-in-secret}"#),
    ]
  }

  private static var repositoryKeys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "repositories", \.repositories, .list(of: .value, 1...1_000, "repositories"),
        "The repositories to review, by name; `\"acme/*\"` matches all repositories of an owner, and `\"acme/**\"` those of a GitLab "
          + "group and its subgroups. Matching repositories are listed at the start and every hour (`discovery`). Webhooks of other "
          + "repositories are ignored.",
        example: #"[acme/shapes, "acme/*"]"#),
      ConfigurationKey(
        "fork_pull_requests", \.forkPullRequests, .choice,
        "How to handle pull requests from forks whose author has no write permission: each commit needs the approval of an account "
          + "with write permission (`require_approval`), they are reviewed immediately (`run`), or not at all (`ignore`)."
      ),
      ConfigurationKey(
        "trusted_accounts", \.trustedAccounts, .list(of: .value, 0...1_000, "accounts"),
        "Accounts whose forks need no approval."),
      ConfigurationKey(
        "drafts", \.drafts, .choice,
        "How to handle draft pull requests: according to the repository's `pull_request.drafts` (`repository`), review them "
          + "(`review`), only apply the rules (`lint`), or ignore them (`skip`)."),
      ConfigurationKey(
        "write_spacing", \.writeSpacing, .optional(.writeSpacing),
        "How fast comments and statuses are written with the credential, by all machines together: `burst` of them at once after a "
          + "quiet time, then `per_minute`, and at least `interval` apart. The default depends on the server; see "
          + "[Sizing](operating.md#sizing). If the forge refuses a request because of a rate limit, writes wait as long as it asks, and "
          + "are at least one second apart for ten minutes after that.",
        example: "{burst: 300, per_minute: 1200}"),
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
      if !locations.has("url"), let url = forge.publicServer { forge.url = url }
      return addressProblems(of: forge, locations) + credentialProblems(of: forge, locations)
    }
  }

  private static func addressProblems(of forge: ServedForge, _ locations: KeyLocations) -> [ValueError] {
    var errors: [ValueError] = []
    if !locations.has("url"), forge.publicServer == nil {
      errors.append(
        ValueError(
          "url is missing", remedy: "add the address of the server, as in url: https://git.example.com",
          at: locations.mark)
      )
    }
    let hasSubgroups = forge.kind.description?.hasSubgroups == true
    if !hasSubgroups, let pattern = forge.repositories.first(where: { ($0.depth ?? 2) > 2 }) {
      errors.append(
        ValueError(
          "repositories: \(shown(pattern.pattern)) cannot be a repository of \(forge.kind.rawValue)",
          remedy: "write OWNER/NAME; only GitLab has subgroups", at: locations.mark(of: "repositories")))
    }
    return errors
  }

  private static func credentialProblems(of forge: ServedForge, _ locations: KeyLocations) -> [ValueError] {
    switch (locations.has("token"), locations.has("app")) {
    case (true, true):
      return [
        ValueError("app: cannot be combined with token", remedy: "remove one of them", at: locations.mark(of: "app"))
      ]
    case (false, false):
      let remedy = "add it, as in token: /etc/reviewbot/\(forge.kind.rawValue)-token"
      return [ValueError("token is missing", remedy: remedy, at: locations.mark)]
    case (false, true) where forge.kind != .github:
      return [ValueError("app: supported for GitHub only", remedy: "use token", at: locations.mark(of: "app"))]
    case (false, true), (true, false): return []
    }
  }
}

extension ConfigurationCodec<[ServedForge]> {
  static var forges: ConfigurationCodec {
    list(of: .forge, 1...ServerConfiguration.mostForges, "forges", distinct: \.name.name)
  }
}

/// The handling of draft pull requests.
package enum OperatorDrafts: String, Codable, Sendable, CaseIterable {
  /// The handling that the repository configures.
  case repository
  case review, lint
  /// They are ignored and get no status.
  case skip
}

/// The handling of pull requests from forks whose author has no write permission.
package enum ForkPolicy: String, Codable, Sendable, CaseIterable {
  case requireApproval = "require_approval"
  case run, ignore
}

/// The GitHub App that the daemon authenticates as.
package struct AppFiles: Hashable, Codable, Sendable {
  package var id: AppID
  package var key: SecretFile
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

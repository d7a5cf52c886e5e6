// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A forge's servers, addresses, names, variables and webhooks: everything but the requests to its API.
package struct ForgeDescription: Sendable {
  package let kind: ForgeKind
  /// The name of the forge in messages.
  package let name: String
  /// The names of the programs whose servers have this API.
  package var programs: [String] { [name] + forks }
  private var forks: [String] = []

  /// The address of the server that a name without a server belongs to; `nil` for a forge without one.
  package var publicServer: String?
  /// The hosts of well-known servers, each with its other names: for browsers, and for SSH over the port of HTTPS.
  package let servers: [String: [String]]
  /// The address of the public server's API, if it has a host of its own.
  package var separateAPI: String?
  /// The path of the API on all other servers.
  package let apiPath: String

  /// Whether the owner of a repository can be a group in another one.
  package var hasSubgroups = false
  /// The word for a repository, and the form of its name.
  package var repositoryTerm = "repository"
  package var repositoryForm = "OWNER/NAME"
  /// Whether a text is the name of a repository, and not a path.
  package let isRepositoryName: @Sendable (String) -> Bool

  /// The words before the number of a pull request.
  package var pullRequestTerm = "pull request #"
  /// The path of a pull request's page below the repository's, before its number.
  package let pullRequestPath: String
  /// A server of pull requests in examples.
  package let exampleServer: String
  /// The folder of the refs of pull requests.
  package var pullRequestRefs = "refs/pull"
  /// The path of files below the repository's page, before the commit.
  package let filePath: String
  /// The path of a commit's page below the repository's, before the commit.
  package var commitPath = "/commit/"
  /// The text before the number of the last line in an address.
  package var lastLinePrefix = "L"

  /// The environment variable with the token of a CI job.
  package let tokenVariable: String
  /// The user name with which git sends a token.
  package var fetchUser = "x-access-token"
  package let ci: CIVariables
  package let webhooks: WebhookFormat

  /// The environment variables of a CI job.
  package struct CIVariables: Sendable {
    /// One of them is `true` in a job of the forge; none for the forge whose variables all others copy.
    package let markers: [String]
    package let repository: String
    package let api: String
    package let server: String
    /// The number of the pull request; `nil` where an event file has it.
    package var pullRequest: String?
    /// The reason for the job; `nil` where the event's name is.
    package var trigger: String?
    /// The page of the job; `nil` where it follows from the number of the run.
    package var jobPage: String?
    /// One sentence about the job's own token, for a job that has no other.
    package var tokenAdvice: String?

    /// Those of GitHub Actions and of compatible systems.
    static func actions(markers: [String]) -> CIVariables {
      CIVariables(
        markers: markers, repository: "GITHUB_REPOSITORY", api: "GITHUB_API_URL", server: "GITHUB_SERVER_URL")
    }
  }

  /// The head of a pull request.
  package func headRef(_ number: Int) -> String { "\(pullRequestRefs)/\(number)/head" }

  /// The last component of ``pullRequestPath``.
  package var pageName: Substring { pullRequestPath.split(separator: "/").last ?? "" }

  /// The form of the address of a pull request's page.
  package var exampleAddress: String { "\(exampleServer)/\(repositoryForm)\(pullRequestPath)7" }
}

extension ForgeDescription {
  /// All forges, in the order of their kinds.
  package static let all = ForgeKind.allCases.compactMap(\.description)

  package static let github = ForgeDescription(
    kind: .github, name: "GitHub", publicServer: "https://github.com",
    servers: ["github.com": ["www.github.com", "ssh.github.com"]], separateAPI: "https://api.github.com",
    apiPath: "/api/v3", isRepositoryName: { $0.contains(/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/) },
    pullRequestPath: "/pull/", exampleServer: "https://github.com", filePath: "/blob/", tokenVariable: "GITHUB_TOKEN",
    ci: .actions(markers: []),
    // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
    webhooks: WebhookFormat(
      authentication: .signature(fields: ["x-hub-signature-256"], prefix: "sha256="),
      idFields: ["x-github-delivery"], eventFields: ["x-github-event"], events: .github))

  package static let gitlab = ForgeDescription(
    kind: .gitlab, name: "GitLab", publicServer: "https://gitlab.com",
    servers: ["gitlab.com": ["www.gitlab.com", "altssh.gitlab.com"]], apiPath: "/api/v4", hasSubgroups: true,
    repositoryTerm: "project", repositoryForm: "GROUP/NAME",
    isRepositoryName: { $0.contains(/^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/) },
    pullRequestTerm: "merge request !", pullRequestPath: "/-/merge_requests/", exampleServer: "https://gitlab.com",
    pullRequestRefs: "refs/merge-requests", filePath: "/-/blob/", commitPath: "/-/commit/", lastLinePrefix: "",
    tokenVariable: "GITLAB_TOKEN",
    // Personal tokens work with any user name, and all other tokens with this one.
    fetchUser: "oauth2",
    ci: CIVariables(
      markers: ["GITLAB_CI"], repository: "CI_PROJECT_PATH", api: "CI_API_V4_URL", server: "CI_SERVER_URL",
      pullRequest: "CI_MERGE_REQUEST_IID", trigger: "CI_PIPELINE_SOURCE", jobPage: "CI_JOB_URL",
      tokenAdvice: "CI_JOB_TOKEN has no permission to write notes; set GITLAB_TOKEN in the job."),
    // https://docs.gitlab.com/user/project/integrations/webhooks/#validate-webhook-requests
    webhooks: WebhookFormat(
      authentication: .secret(field: "x-gitlab-token"),
      // GitLab 17.4 introduced a key that stays the same when a delivery is sent again.
      idFields: ["idempotency-key", "x-gitlab-event-uuid"], eventFields: ["x-gitlab-event"], events: .gitlab))

  package static let gitea = ForgeDescription(
    kind: .gitea, name: "Gitea", forks: ["Forgejo"],
    servers: ["gitea.com": ["www.gitea.com"], "codeberg.org": ["www.codeberg.org"]], apiPath: "/api/v1",
    isRepositoryName: { $0.contains(/^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9._-]+$/) }, pullRequestPath: "/pulls/",
    exampleServer: "https://codeberg.org", filePath: "/src/commit/", tokenVariable: "GITEA_TOKEN",
    ci: .actions(markers: ["GITEA_ACTIONS", "FORGEJO_ACTIONS"]),
    // https://docs.gitea.com/usage/webhooks; Forgejo also sends its own fields.
    webhooks: WebhookFormat(
      authentication: .signature(fields: ["x-gitea-signature", "x-forgejo-signature"], prefix: ""),
      idFields: ["x-gitea-delivery", "x-forgejo-delivery"], eventFields: ["x-gitea-event", "x-forgejo-event"],
      events: .github))
}

/// The kinds of forge.
package enum ForgeKind: String, Codable, Sendable, CaseIterable {
  case github
  case gitlab
  /// Gitea and Forgejo.
  case gitea
  /// A plain git repository: a folder or a URL, without an API.
  case local

  /// `nil` for a plain repository.
  package var description: ForgeDescription? {
    switch self {
    case .github: .github
    case .gitlab: .gitlab
    case .gitea: .gitea
    case .local: nil
    }
  }
}

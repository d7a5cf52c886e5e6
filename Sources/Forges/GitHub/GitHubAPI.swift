// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTTPTypes
import ResourceLoading
import ReviewContract

/// One repository in the API of GitHub or of a GitHub Enterprise server.
struct GitHubAPI: OwnerAndNameAPI {
  static let description = ForgeDescription.github
  static let pageParameter = (name: "per_page", size: GitHubLimits.pageSize)
  static let commentCharacters = GitHubLimits.commentCharacters
  static let statusCharacters = GitHubLimits.statusDescriptionCharacters
  static let publicRate = WriteRate.github
  /// Companies with their data in one region have subdomains of ghe.com.
  static let publicDomains = ["github.com", "ghe.com"]
  static let openPullRequestsOrder = ["direction": "desc", "sort": "updated"]
  static let repositoriesOrder = ["sort": "full_name"]

  static var fields: HTTPFields {
    var fields: HTTPFields = [.accept: "application/vnd.github+json"]
    if let version = HTTPField.Name("X-GitHub-Api-Version") { fields[version] = "2022-11-28" }
    return fields
  }

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  static func field(_ token: Secret) -> HTTPField { .secret(.authorization, "Bearer \(token.reveal())") }

  /// In GitHub's cloud the APIs have separate hosts.
  static func server(ofAPI api: Origin) -> Origin {
    let prefix = "api."
    let isCloud = api.host == "api.github.com" || (api.host.hasPrefix(prefix) && api.host.hasSuffix(".ghe.com"))
    guard isCloud else { return api }
    return Origin(scheme: api.scheme, authority: String(api.host.dropFirst(prefix.count))) ?? api
  }

  /// `GET /repos/{owner}/{repo}/issues/{number}/comments`
  func comments(on number: Int) -> ForgeCall<[ForgeComment]> { list("issues", "\(number)", "comments") }

  /// `GET /repos/{owner}/{repo}/git/ref/{ref}`: the commit of a branch
  func branch(_ name: String) -> ForgeCall<ForgeBranch> {
    let segments = root + ["git", "ref", "heads"] + name.split(separator: "/").map(String.init)
    return ForgeCall(request(.get, segments: segments)).map { (reference: GitHubReference) in
      let prefix = "refs/heads/"
      let name = reference.ref.hasPrefix(prefix) ? String(reference.ref.dropFirst(prefix.count)) : ""
      return ForgeBranch(name: name, commit: ForgeBranch.Commit(id: reference.object.sha))
    }
  }

  /// `POST /repos/{owner}/{repo}/statuses/{sha}`
  func newStatus(_ status: CommitStatus, of commit: CommitID) -> ForgeCall<CommitStatus> {
    call(.post, "statuses", commit.hex, body: status)
  }

  /// `GET /repos/{owner}/{repo}/commits/{ref}/statuses`, the newest first
  func statuses(of commit: CommitID, named name: String) -> ForgeCall<[CommitStatus]> {
    list("commits", commit.hex, "statuses")
  }
}

extension GitHubAPI {
  /// Returns a publisher that shows the verdict as a check run where an app may write one, and otherwise as a status.
  /// A person's token can never write a check run.
  static func publisher(_ client: ForgeClient<Self>, _ settings: ForgeSettings) -> any ReportPublisher {
    ConversationPublisher(client: client, source: pullRequests(client), appAccount: settings.appAccount) {
      repository, account in
      guard case .app = account else { return nil }
      return CheckRuns(repository: repository, account: account)
    }
  }

  /// `GET /user/repos`: the list of a user has the public repositories only
  func repositories(ofUser name: String, isAccount: Bool) -> ForgeCall<[ListedRepository]> {
    isAccount ? repositories(at: ["user", "repos"], query: ["affiliation": "owner"]) : repositories(ofUser: name)
  }
}

private struct GitHubReference: Decodable, Sendable {
  struct Object: Decodable, Sendable {
    let sha: String
  }

  let ref: String
  let object: Object
}

/// The limits of GitHub, each with its source.
enum GitHubLimits {
  /// "Body is too long (maximum is 65536 characters)", in the answer (422) to a longer comment or review.
  static let commentCharacters = 65_536
  /// "description is too long (maximum is 140 characters)", in the answer (422) to a longer status.
  static let statusDescriptionCharacters = 140
  /// `maxLength` of `output.summary` and `output.text` of a check run, in GitHub's description of its REST API.
  static let checkSummaryCharacters = 65_535
  /// "Maximum 255 characters": the title of an annotation, in the documentation of check runs; also used for the title
  /// of the check run.
  static let checkTitleCharacters = 255
  /// `maxItems` of `output.annotations`, in GitHub's description of its REST API. Later requests append.
  static let annotationsPerRequest = 50
  /// Our limit: annotations beyond twenty requests are only in the comment and in the report. GitHub documents no
  /// limit.
  static let annotations = 1_000
  /// "The maximum size is 64 KB": the message of an annotation, in the documentation of check runs.
  static let annotationMessageBytes = 64 << 10
  /// The largest page of a list ("max 100"), in GitHub's description of its REST API.
  static let pageSize = 100
  /// "The time limit is 10 minutes": the maximum time until the expiry of an app's own token, in the documentation of
  /// JSON Web Tokens for apps.
  static let appTokenLifetime: Duration = .seconds(600)
  /// "We recommend that you set this 60 seconds in the past": the issue time of an app's own token, in the same place.
  static let appTokenLeeway: Duration = .seconds(60)
}

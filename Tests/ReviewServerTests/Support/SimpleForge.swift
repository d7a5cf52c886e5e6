// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage

/// A forge that stores what is written to it: in memory, or in a directory, where it outlives the process, as a real
/// forge does.
struct SimpleForge: RepositoryClient, RepositoryClients {
  struct Comment: Codable, Hashable, Sendable {
    let marker: String
    var body: String
  }

  private struct Said: Codable, Sendable {
    let author: String?
    let text: String
    let isEdited: Bool
    let isByReviewbot: Bool
  }

  struct Status: Codable, Hashable, Sendable {
    let name: String
    let state: String
    let summary: String
  }

  /// Called before and after each request to the forge, with its name, such as `publish.before`. An error is the
  /// response.
  typealias Hook = @Sendable (String) async throws(ForgeError) -> Void

  private let store: ForgeStore
  var policy: RepositoryPolicy
  var hook: Hook
  /// Called at each change.
  let signal: ChangeSignal
  var isServed: @Sendable (RepositoryReference) -> Bool = { _ in true }
  /// The number of the pull request whose failure a commit keeps, for a pass of another one.
  var holder: @Sendable (Publication) -> Int? = { _ in nil }
  /// The pull requests with a commit as their head, according to the commit's statuses.
  var renewal: @Sendable (CommitID) -> StatusRenewal = { _ in StatusRenewal() }

  /// Called for each list of the repositories.
  var lists: @Sendable () async throws -> DiscoveredRepositories? = { nil }

  static let repository = RepositoryReference(forge: "github", name: "acme/shapes")

  /// - Parameter folder: the directory; `nil` for a forge in memory.
  init(
    in folder: FilePath? = nil, policy: RepositoryPolicy = .sample, signal: ChangeSignal = ChangeSignal(),
    hook: @escaping Hook = { (_) async throws(ForgeError) in }
  ) {
    store = folder.map { .folder($0) } ?? .memory(Locked([:]))
    self.policy = policy
    self.signal = signal
    self.hook = hook
  }

  // MARK: Actions of users

  func set(_ pullRequest: PullRequest) { write(pullRequest, to: "pulls/\(pullRequest.number).json") }

  func set(_ permission: Permission, of account: String) {
    write(
      permission == .none ? "none" : permission == .read ? "read" : permission == .write ? "write" : "admin",
      to: "permissions/\(account).json")
  }

  func set(_ visibility: RepositoryVisibility) {
    write(visibility == .everyone ? "everyone" : "members", to: "visibility.json")
  }

  /// Writes a comment.
  func say(
    _ text: String, _ id: Int, on number: Int = 1, by author: String?, isEdited: Bool = false,
    isByReviewbot: Bool = false
  ) {
    write(
      Said(author: author, text: text, isEdited: isEdited, isByReviewbot: isByReviewbot),
      to: "said/\(number)/\(id).json")
  }

  func set(_ commit: CommitID, asTipOf branch: String) { write(commit, to: "tips/\(branch).json") }

  // MARK: Visible state

  func comments(on number: Int) -> [Comment] {
    names("comments/\(number)").compactMap { read("comments/\(number)/\($0)") }
  }

  /// The newest last.
  func statuses(of commit: CommitID) -> [Status] {
    names("statuses/\(commit)").compactMap { read("statuses/\(commit)/\($0)") }
  }

  // MARK: Requests of the daemon

  var named = [SimpleForge.repository]

  var progressWrites: ProgressWrites { .often }

  var forges: [String] { [Self.repository.forge] }

  func discover(_ forge: String, last: DiscoveredRepositories?) async throws -> DiscoveredRepositories? {
    try await lists()
  }

  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? {
    isServed(repository) ? self : nil
  }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    try await hook("pullRequest")
    guard let pullRequest: PullRequest = read("pulls/\(number).json") else {
      throw ForgeError(.notFound, "there is no pull request #\(number)")
    }
    return pullRequest
  }

  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest] {
    let open = names("pulls").compactMap { name -> OpenPullRequest? in
      guard let pull: PullRequest = read("pulls/\(name)"), pull.state == .open, let head = pull.head else { return nil }
      return OpenPullRequest(
        number: pull.number, head: head, base: pull.baseBranch ?? "main", baseTip: nil, isDraft: pull.isDraft,
        isFromFork: pull.isFromFork, author: pull.author, updatedAt: nil)
    }
    try await hook("openPullRequests")
    return open
  }

  func permission(of account: String) async throws(ForgeError) -> Permission {
    try await hook("permission")
    let word: String? = read("permissions/\(account).json")
    return switch word {
    case "admin": .admin
    case "write": .write
    case "read": .read
    default: .none
    }
  }

  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment {
    try await hook("comment")
    guard let said: Said = read("said/\(pullRequest)/\(id).json") else {
      throw ForgeError(.notFound, "there is no comment \(id)")
    }
    return PostedComment(
      author: said.author, authorID: said.isByReviewbot ? Self.ownID : 1, text: said.text, isEdited: said.isEdited)
  }

  private static let ownID = 7

  func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool {
    try await hook("account")
    return comment.authorID == Self.ownID
  }

  func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool {
    try await hook("showsPending")
    return statuses(of: commit).last { $0.name == context }?.state == "pending"
  }

  func branchTip(_ branch: String) async throws(ForgeError) -> CommitID? {
    try await hook("tip")
    return read("tips/\(branch.replacing("/", with: "+")).json")
  }

  func defaultBranch() async throws(ForgeError) -> String? { "main" }

  func visibility() async throws(ForgeError) -> RepositoryVisibility {
    try await hook("visibility")
    return read("visibility.json") == "everyone" ? .everyone : .members
  }

  /// Finds its comment by the marker, as publishers do, and writes the verdict last. Like these, it continues with the
  /// status when the comment may not be written.
  func publish(
    _ publication: Publication, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> Receipt {
    try await hook("publish.before")
    var entries: [Receipt.Entry] = []
    var refusal: ForgeError?
    func isAllowed() async -> Bool {
      do {
        try await mayWrite()
        return true
      } catch {
        refusal = ForgeError(.failed, "cannot write", underlying: "\(error)")
        return false
      }
    }
    if let body = publication.comment {
      let place = "comments/\(publication.pullRequest)"
      let marker = publication.marker.name
      let own = names(place).first { (read("\(place)/\($0)") as Comment?)?.marker == marker }
      try await hook("comment.before")
      if await isAllowed() {
        write(Comment(marker: marker, body: body), to: "\(place)/\(own ?? UUID().uuidString)")
        try await hook("comment.after")
      }
      entries.append(Receipt.Entry(outcome: own == nil ? .created : .updated, subject: "comment", detail: ""))
    }
    if let state = publication.state {
      let status = Status(name: publication.marker.name, state: state.rawValue, summary: publication.summary)
      let place = "statuses/\(publication.commit)"
      let known = names(place)
      if known.last.flatMap({ read("\(place)/\($0)") as Status? }) != status {
        try await hook("status.before")
        if await isAllowed() {
          write(status, to: "\(place)/\(String(format: "%04d", known.count))")
          try await hook("status.after")
        }
      }
      if let holder = holder(publication) {
        entries.append(Receipt.Entry(outcome: .held, subject: "status", detail: "", holder: holder))
      }
      entries.append(Receipt.Entry(outcome: .created, subject: "status", detail: ""))
    }
    if let refusal { throw refusal }
    try await hook("publish.after")
    return Receipt(entries: entries)
  }

  func renewStatus(
    of commit: CommitID, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> StatusRenewal {
    try await hook("renewStatus \(commit)")
    return renewal(commit)
  }

  // MARK: Storage

  private func names(_ place: String) -> [String] { store.names(place) }

  private func read<Value: Decodable & Sendable>(_ place: String) -> Value? { store.read(place) }

  private func write(_ value: some Encodable & Sendable, to place: String) {
    store.write(value, to: place)
    signal.notify()
  }
}

extension RepositoryPolicy {
  static var sample: RepositoryPolicy {
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("a name that can be one") }
    return RepositoryPolicy(marker: marker)
  }
}

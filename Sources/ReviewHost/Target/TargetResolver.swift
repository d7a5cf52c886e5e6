// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
package import Forges
import Foundation
import Observability
package import ReviewContract
import SecretMasking
package import SystemPackage

/// Determines the pull request to review from the arguments, the CI job and the checkout, in this order.
package struct TargetResolver: Sendable {
  package let repository: String?
  package let forge: ForgeKind?
  /// `nil` for the pull request of the CI job.
  package let pullRequest: PullRequestReference?
  package let ci: CIEnvironment
  package let currentFolder: FilePath
  package let inspector: any CheckoutInspector

  package init(
    repository: String?, forge: ForgeKind?, pullRequest: PullRequestReference?, ci: CIEnvironment,
    currentFolder: FilePath, inspector: any CheckoutInspector
  ) {
    self.repository = repository
    self.forge = forge
    self.pullRequest = pullRequest
    self.ci = ci
    self.currentFolder = currentFolder
    self.inspector = inspector
  }

  /// - Parameter recorded: the repository of a recorded session, unless the arguments name one on a forge. A folder in
  ///   the arguments is then the clone to fetch from.
  /// - Throws: ``UsageError`` if the pull request or the repository cannot be determined.
  package func resolve(recorded: ForgeNote? = nil) async throws -> ReviewTarget {
    guard let number = pullRequest?.number ?? ci.pullRequestNumber else {
      throw UsageError(
        "no pull request number" + (ci.reasonWithoutPullRequest.map { ": \($0)" } ?? ""), remedy: "give one with --pr")
    }
    guard number > 0 else {
      throw UsageError("invalid pull request number \(number)", remedy: "give a number above 0")
    }
    if case .page(let page) = pullRequest { return try target(of: page) }
    if let recorded, let target = try target(recorded, number) { return target }
    return try target(for: try await address(), number)
  }

  /// Returns a pull request of a recorded session; `nil` if the arguments name a repository on a forge.
  private func target(_ recorded: ForgeNote, _ number: Int) throws -> ReviewTarget? {
    var clone: String?
    if let repository {
      let address = try RepositoryAddress(repository, relativeTo: currentFolder.string, on: forge ?? recorded.forge)
      guard case .folder(let path) = address else { return nil }
      clone = FilePath(path).lexicallyNormalized().string
    }
    let kind = forge ?? recorded.forge
    return ReviewTarget(
      forge: kind, name: recorded.repository, cloneURL: clone, apiURL: recorded.apiURL ?? kind.description?.publicAPI,
      number: number)
  }

  /// Returns the target of an address, which names the repository too.
  private func target(of page: PullRequestPage) throws -> ReviewTarget {
    let address = try RepositoryAddress(page.repository, relativeTo: currentFolder.string, on: forge)
    if let repository {
      let other = try RepositoryAddress(repository, relativeTo: currentFolder.string, on: forge ?? page.kind)
      guard address.isSame(as: other) else {
        throw UsageError(
          "--repo \"\(repository)\" is not the repository of the pull request, \(page.repository)",
          remedy: "omit --repo")
      }
    }
    let target = try target(for: address, page.number)
    if target.forge != .local, target.forge != page.kind, case .web(_, let origin, _, _) = address {
      throw UsageError(
        "\"\(page.repository)\" is on \(target.forge.rawValue), whose pull requests have another address",
        remedy: "write \(PullRequestPage.form(on: target.forge, origin: origin))")
    }
    return target
  }

  /// Checks the server of a repository's URL.
  ///
  /// - Throws: ``UsageError`` if it is not supported, or a public one is used without encryption.
  static func checkServer(of repository: String) throws(UsageError) {
    guard case .web(_, let origin, _, _) = try RepositoryAddress(repository, relativeTo: "/") else { return }
    try ForgeServers.checkEncryption(origin)
    try ForgeServers.checkSoftware(origin)
  }

  private func address() async throws -> RepositoryAddress {
    if let repository {
      return try RepositoryAddress(repository, relativeTo: currentFolder.string, on: forge ?? ci.forge)
    }
    if forge == nil || forge == ci.forge, let name = ci.repository { return .name(name) }
    do {
      if forge != .local, let origin = try await inspector.originURL(around: currentFolder) {
        return try RepositoryAddress(origin, relativeTo: currentFolder.string)
      }
      return .folder(currentFolder.string)
    } catch let error as WorkspaceError where error.code == .notARepository {
      throw UsageError(
        "\"\(currentFolder)\" is not in a git repository", remedy: "name one with --repo OWNER/NAME, a URL or a path")
    }
  }

  private func target(for address: RepositoryAddress, _ number: Int) throws -> ReviewTarget {
    switch address {
    case .folder(let path):
      guard forge == nil || forge == .local else {
        throw UsageError(
          "\"\(path)\" is a folder, not a repository on \(forge?.rawValue ?? "a forge")",
          remedy: "give --repo OWNER/NAME or its URL")
      }
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
        throw UsageError("there is no folder \"\(path)\"", remedy: "give --repo OWNER/NAME, a URL or an existing path")
      }
      let folder = FilePath(path).lexicallyNormalized()
      return ReviewTarget(
        forge: .local, name: folder.name.isEmpty ? "repository" : folder.name, cloneURL: folder.string, apiURL: nil,
        number: number)
    case .name(let name):
      let kind = forge ?? ci.forge ?? .github
      guard kind != .local else {
        throw UsageError("\"\(name)\" is not a folder or a URL", remedy: "give --repo a path, or omit --forge local")
      }
      return ReviewTarget(
        forge: kind, name: name, cloneURL: nil, apiURL: try apiURL(of: name, on: kind), number: number)
    case .web(let url, let origin, _, let path):
      try ForgeServers.checkEncryption(origin)
      if forge == .local { return ReviewTarget(forge: .local, name: path, cloneURL: url, apiURL: nil, number: number) }
      try ForgeServers.checkSoftware(origin)
      let known = ForgeServers.forge(at: origin)
      if let forge, let known, known != forge {
        throw UsageError(
          "the forge at \"\(origin)\" is \(known.rawValue), not \(forge.rawValue)", remedy: "omit --forge")
      }
      guard let kind = forge ?? known ?? (origin == ci.serverURL ? ci.forge : nil) else {
        throw ForgeServers.unknown(origin)
      }
      return ReviewTarget(
        forge: kind, name: path, cloneURL: nil, apiURL: apiURL(ofServer: origin, kind), number: number)
    }
  }

  /// The API URL for a repository given as `OWNER/NAME`.
  private func apiURL(of name: String, on kind: ForgeKind) throws(UsageError) -> String {
    if kind == ci.forge ?? .github, let url = ci.apiURL { return url }
    guard let url = (kind.description ?? .github).publicAPI else {
      throw UsageError("cannot determine the server of \"\(name)\"", remedy: "give --repo its full URL")
    }
    return url
  }

  private func apiURL(ofServer origin: String, _ kind: ForgeKind) -> String {
    if origin == ci.serverURL, kind == ci.forge, let url = ci.apiURL { return url }
    return (kind.description ?? .github).api(ofServer: origin)
  }
}

/// The pull request to review, its repository, and the API to read it from.
package struct ReviewTarget: Hashable, Sendable {
  package let forge: ForgeKind
  /// `OWNER/NAME`, or the folder's name.
  package let name: String
  /// The URL to fetch from; `nil` if the forge's API provides it.
  package let cloneURL: String?
  /// The root of the forge's API; `nil` without a forge.
  package let apiURL: String?
  package let number: Int

  package init(forge: ForgeKind, name: String, cloneURL: String?, apiURL: String?, number: Int) {
    self.forge = forge
    self.name = name
    self.cloneURL = cloneURL
    self.apiURL = apiURL
    self.number = number
  }
}

/// The clients of one repository on a forge.
///
/// `publisher` is `nil` if nothing can be published: without a credential, or without a forge. `inspector` is `nil`
/// without a forge.
package struct LiveForge: Sendable {
  package let source: any PullRequestSource
  package let publisher: (any ReportPublisher)?
  package let fetchToken: FetchToken
  package let inspector: (any RepositoryInspector)?

  /// - Parameter publisher: gets nothing with a secret of this process.
  package init(
    source: any PullRequestSource, publisher: (any ReportPublisher)?, fetchToken: FetchToken,
    inspector: (any RepositoryInspector)?
  ) {
    self.source = source
    self.publisher = publisher.map { MaskingPublisher(base: $0, secrets: .ofProgram) }
    self.fetchToken = fetchToken
    self.inspector = inspector
  }
}

/// Masks secrets in everything that is published on a forge.
private struct MaskingPublisher: ReportPublisher {
  let base: any ReportPublisher
  let secrets: KnownSecrets

  func publish(_ publication: Publication, isDryRun: Bool) async throws(ForgeError) -> Receipt {
    try await base.publish(publication.masked(by: secrets.mask), isDryRun: isDryRun)
  }

  var progressWrites: ProgressWrites { base.progressWrites }

  /// Writes only what an earlier publication wrote.
  func renewStatus(
    of commit: CommitID, _ marker: CommentMarker
  ) async throws(ForgeError) -> StatusRenewal {
    try await base.renewStatus(of: commit, marker)
  }
}

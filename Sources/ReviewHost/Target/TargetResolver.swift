// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Forges
import Foundation
package import ReviewContract
package import SystemPackage

/// Determines the pull request to review from the arguments, the CI job and the checkout, in this order.
package struct TargetResolver: Sendable {
  package let repository: String?
  package let forge: ForgeKind?
  package let number: Int?
  package let ci: CIEnvironment
  package let currentFolder: FilePath
  package let inspector: any CheckoutInspector
  /// Whether a credential is given to publish with, so that the forge must be known.
  package let publishes: Bool

  package init(
    repository: String?, forge: ForgeKind?, number: Int?, ci: CIEnvironment, currentFolder: FilePath,
    inspector: any CheckoutInspector, publishes: Bool = false
  ) {
    self.repository = repository
    self.forge = forge
    self.number = number
    self.ci = ci
    self.currentFolder = currentFolder
    self.inspector = inspector
    self.publishes = publishes
  }

  /// The forges of well-known public servers, by origin.
  private static let publicForges: [String: ForgeKind] = [
    "https://github.com": .github, "https://gitlab.com": .gitlab, "https://gitea.com": .gitea,
    "https://codeberg.org": .gitea,
  ]

  /// - Throws: ``UsageError`` if the pull request or the repository cannot be determined.
  package func resolve() async throws -> ReviewTarget {
    guard let number = number ?? ci.pullRequestNumber else {
      throw UsageError(
        "no pull request number" + (ci.reasonWithoutPullRequest.map { ": \($0)" } ?? ""), remedy: "give one with --pr")
    }
    guard number > 0 else {
      throw UsageError("invalid pull request number \(number)", remedy: "give a number above 0")
    }
    return try target(for: try await address(), number)
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
      if let forge, forge != .local, let known = Self.publicForges[origin], known != forge {
        throw UsageError(
          "the forge at \"\(origin)\" is \(known.rawValue), not \(forge.rawValue)", remedy: "omit --forge")
      }
      let kind = forge ?? Self.publicForges[origin] ?? (origin == ci.serverURL ? ci.forge : nil) ?? .local
      guard kind != .local else {
        guard !publishes || forge == .local else { throw Self.unknownForge(at: origin) }
        return ReviewTarget(forge: .local, name: path, cloneURL: url, apiURL: nil, number: number)
      }
      return ReviewTarget(
        forge: kind, name: path, cloneURL: nil, apiURL: apiURL(ofServer: origin, kind), number: number)
    }
  }

  /// The error for a token with an unknown forge: otherwise it would be noticed late that the review is not published.
  private static func unknownForge(at origin: String) -> UsageError {
    let kinds = ForgeKind.allCases.filter { $0 != .local }.map(\.rawValue).joined(separator: ", ")
    return UsageError(
      "a token is given, but the forge at \"\(origin)\" is not known",
      remedy: "name it with --forge (\(kinds)), or publish nothing with --forge local or --no-publish")
  }

  /// The API URL for a repository given as `OWNER/NAME`.
  private func apiURL(of name: String, on kind: ForgeKind) throws(UsageError) -> String {
    if kind == ci.forge ?? .github, let url = ci.apiURL { return url }
    switch kind {
    case .gitlab: return GitLabAddress.publicAPI
    case .gitea:
      throw UsageError("cannot determine the server of \"\(name)\"", remedy: "give --repo its full URL")
    case .github, .local: return GitHubAddress.publicAPI
    }
  }

  private func apiURL(ofServer origin: String, _ kind: ForgeKind) -> String {
    if origin == ci.serverURL, kind == ci.forge, let url = ci.apiURL { return url }
    return Self.usualAPI(ofServer: origin, kind)
  }

  /// The default API URL of a server.
  ///
  /// - Parameter origin: the origin of the server's web pages, such as `https://gitlab.com`.
  package static func usualAPI(ofServer origin: String, _ kind: ForgeKind) -> String {
    switch kind {
    case .gitlab: origin + "/api/v4"
    case .gitea: origin + "/api/v1"
    case .github, .local: GitHubAddress.apiURL(of: origin) ?? origin + "/api/v3"
    }
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

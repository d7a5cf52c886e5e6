// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// Works out what is to be reviewed from the arguments, the CI job and the checkout, in this order.
struct TargetResolver: Sendable {
  let repository: String?
  let forge: ForgeKind?
  let number: Int?
  let ci: CIEnvironment
  let currentFolder: FilePath
  let inspector: any CheckoutInspector

  private static let github = "https://github.com"
  private static let githubAPI = "https://api.github.com"

  func resolve() async throws -> ReviewTarget {
    guard let number = number ?? ci.pullRequestNumber else {
      throw UsageError("no pull request is named", remedy: "give its number with --pr")
    }
    guard number > 0 else { throw UsageError("\(number) is no pull request's number", remedy: "give one above 0") }
    return try target(for: try await address(), number)
  }

  private func address() async throws -> RepositoryAddress {
    if let repository { return try RepositoryAddress(repository, relativeTo: currentFolder.string) }
    if forge != .local, let name = ci.repository { return .name(name) }
    do {
      if forge != .local, let origin = try await inspector.originURL(around: currentFolder) {
        return try RepositoryAddress(origin, relativeTo: currentFolder.string)
      }
      return .folder(currentFolder.string)
    } catch let error as WorkspaceError where error.code == .notARepository {
      throw UsageError(
        "\(currentFolder) is not in a git repository", remedy: "name one with --repo OWNER/NAME, a URL or a path")
    }
  }

  private func target(for address: RepositoryAddress, _ number: Int) throws -> ReviewTarget {
    switch address {
    case .folder(let path):
      guard forge != .github else {
        throw UsageError("\(path) is a folder, not a repository on GitHub", remedy: "give --repo OWNER/NAME")
      }
      var isDirectory: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
        throw UsageError("there is no folder \(path)", remedy: "give --repo OWNER/NAME, a URL or a path that is there")
      }
      let name = FilePath(path).lexicallyNormalized().lastComponent?.string ?? "repository"
      return ReviewTarget(
        forge: .local, name: name, cloneURL: FilePath(path).lexicallyNormalized().string, apiURL: nil, number: number)
    case .name(let name):
      guard forge != .local else {
        throw UsageError("\(name) is not a folder or a URL", remedy: "give --repo a path, or leave out --forge local")
      }
      return ReviewTarget(
        forge: .github, name: name, cloneURL: nil, apiURL: ci.apiURL ?? Self.githubAPI, number: number)
    case .web(let url, let origin, _, let path):
      let isGitHub = forge == .github || (forge == nil && (origin == Self.github || origin == ci.serverURL))
      guard isGitHub else {
        return ReviewTarget(forge: .local, name: path, cloneURL: url, apiURL: nil, number: number)
      }
      return ReviewTarget(
        forge: .github, name: path, cloneURL: nil, apiURL: apiURL(of: origin), number: number)
    }
  }

  private func apiURL(of origin: String) -> String {
    if origin == Self.github { return Self.githubAPI }
    if origin == ci.serverURL, let url = ci.apiURL { return url }
    return origin + "/api/v3"
  }
}

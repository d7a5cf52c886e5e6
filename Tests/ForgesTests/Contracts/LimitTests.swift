// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import Testing

@testable import Forges

/// The limits in the forges' own descriptions and documentation.
struct LimitTests {
  private static let described = ConditionTrait.enabled(
    if: APIDescription.folder != nil,
    "REVIEWBOT_API_DESCRIPTIONS is not set to the folder of the forges' descriptions of their APIs")

  @Test(described) func `the limits match GitHub's API description`() throws {
    let description = try APIDescription(file: "github-openapi.trimmed.json")
    let create = try #require(description.operation("POST", "/repos/a/b/check-runs")?.body?.schema)
    let output = try #require(create["properties"]?["output"]?["properties"])
    #expect(output["summary"]?["maxLength"] == .integer(GitHubLimits.checkSummaryCharacters))
    #expect(output["text"]?["maxLength"] == .integer(GitHubLimits.checkSummaryCharacters))
    #expect(output["annotations"]?["maxItems"] == .integer(GitHubLimits.annotationsPerRequest))
    let annotation = try #require(output["annotations"]?["items"]?["properties"])
    #expect(
      annotation["title"]?["description"]?.text?.contains("\(GitHubLimits.checkTitleCharacters) characters") == true)
    let kilobytes = GitHubLimits.annotationMessageBytes / 1024
    #expect(annotation["message"]?["description"]?.text?.contains("\(kilobytes) KB") == true)
    let list = try #require(description.operation("GET", "/repos/a/b/issues/7/comments"))
    let page = try #require(list.parameter("per_page", in: "query")?["description"]?.text)
    #expect(page.contains("max \(GitHubLimits.pageSize)"))
  }

  @Test(described) func `the limits match GitLab's API description`() throws {
    let description = try APIDescription(file: "gitlab-notes.supplement.json")
    let notes = "/api/v4/projects/1/merge_requests/7/notes"
    let create = try #require(description.operation("POST", notes)?.body?.schema)
    #expect(create["properties"]?["body"]?["maxLength"] == .integer(GitLabLimits.noteCharacters))
    let list = try #require(description.operation("GET", notes))
    #expect(list.parameter("per_page", in: "query")?["maximum"] == .integer(GitLabLimits.pageSize))
  }

  /// Limits without a machine-readable description, from the documentation.
  @Test func `the limits match the documentation of the forges`() {
    #expect(GitHubLimits.commentCharacters == 65_536)
    #expect(GitHubLimits.statusDescriptionCharacters == 140)
    #expect(GitHubLimits.appTokenLifetime == .seconds(10 * 60))
    #expect(GitHubLimits.appTokenLeeway == .seconds(60))
    #expect(GitLabLimits.statusDescriptionCharacters == 255)
    #expect(GiteaLimits.pageSize == 50)
    // A comment written for GitHub fits on every forge.
    #expect(GiteaLimits.commentCharacters >= GitHubLimits.commentCharacters)
    #expect(GitLabLimits.noteCharacters >= GitHubLimits.commentCharacters)
  }

  @Test(arguments: [(ForgeKind.github, 140), (.gitlab, 255), (.gitea, 140)])
  func `keeps the description of a status within the limit`(kind: ForgeKind, limit: Int) throws {
    func status(_ count: Int) throws -> CommitStatus {
      let publication = try samplePublication(summary: String(repeating: "x", count: count))
      return switch kind {
      case .gitlab: try gitLab().status(publication)
      case .gitea: try gitea().status(publication)
      default: try gitHub().status(publication)
      }
    }
    // The description begins with the pull request.
    let longest = limit - "#7: ".count
    #expect(try status(longest).description?.count == limit)
    #expect(try status(longest).description?.hasSuffix("…") == false)
    #expect(try status(longest + 1).description?.count == limit)
    #expect(try status(limit + 1).description?.hasSuffix("…") == true)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading
import Testing

@testable import Forges

/// The forges' example events, whose pull requests have the same schema as those of the API.
@Suite(
  .enabled(
    if: APIDescription.folder != nil,
    "REVIEWBOT_API_DESCRIPTIONS is not set to the folder of the forges' descriptions of their APIs"))
struct PayloadTests {
  @Test func `reads the pull requests in GitHub's examples`() throws {
    try expectReadable("github/payload-examples", as: OwnerAndNamePullRequest.self, atLeast: 30) { $0["pull_request"] }
  }

  @Test func `reads the comments in GitHub's examples`() throws {
    try expectReadable("github/payload-examples/issue_comment", as: ForgeComment.self, atLeast: 8) { $0["comment"] }
  }

  @Test func `reads the check runs in GitHub's examples`() throws {
    try expectReadable("github/payload-examples/check_run", as: CheckRun.self, atLeast: 8) { $0["check_run"] }
  }

  @Test func `reads the pull requests in Gitea's examples`() throws {
    try expectReadable("gitea", as: OwnerAndNamePullRequest.self, atLeast: 5) { $0["pull_request"] }
  }

  @Test func `reads the comments in Gitea's examples`() throws {
    try expectReadable("gitea", as: ForgeComment.self, atLeast: 2) { $0["comment"] }
  }

  @Test func `reads the merge requests in GitLab's examples`() throws {
    try expectReadable("gitlab", as: GitLabMergeRequest.self, atLeast: 2) { event in
      event["object_kind"]?.text == "merge_request" ? event["object_attributes"] : event["merge_request"]
    }
  }

  private func expectReadable<Value: Decodable>(
    _ folder: String, as type: Value.Type, atLeast least: Int, _ part: (JSONValue) -> JSONValue?
  ) throws {
    let root = URL(fileURLWithPath: try #require(APIDescription.folder)).appendingPathComponent("webhooks/\(folder)")
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var count = 0
    for case let file as URL in files where file.pathExtension == "json" {
      guard let value = part(try JSONValue.parse(Data(contentsOf: file))), value != .null else { continue }
      count += 1
      #expect(throws: Never.self, "\(file.lastPathComponent)") { _ = try decoder.decode(type, from: try value.data) }
    }
    #expect(count >= least)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// Every call to GitLab. Its description declares most numbers as strings, so the responses are given here.
enum GitLabContracts {
  static func cases() throws -> [ContractCase] {
    let api = try gitLab()
    let commit = try sampleCommit()
    let position = GitLabPosition(
      GitLabVersion(baseCommitSha: commit.hex, startCommitSha: commit.hex, headCommitSha: commit.hex),
      path: "Sources/A.swift", line: 3)
    return [
      try ContractCase(api.mergeRequest(7), response: mergeRequest),
      try ContractCase(
        api.project(),
        response: """
          {"id": 4, "path_with_namespace": "acme/tools/shapes", "http_url_to_repo": "https://gitlab.com/acme/tools/shapes.git"}
          """),
      try ContractCase(
        api.visibility(),
        response: """
          {"id": 4, "path_with_namespace": "acme/tools/shapes", "visibility": "public", "public_jobs": true,
           "repository_access_level": "enabled", "merge_requests_access_level": "enabled",
           "builds_access_level": "private"}
          """),
      try ContractCase(api.openPullRequests(), response: "[\(mergeRequest)]"),
      // The description declares a branch's name as a number, so the name is one.
      try ContractCase(
        api.branch("7"),
        response: """
          {"name": "7", "commit": {"id": "18f3", "short_id": "18f3", "title": "Circles"}, "merged": false,
           "protected": true, "developers_can_push": false, "can_push": true, "default": false}
          """),
      try ContractCase(
        api.permissions(of: "ada"),
        response: """
          [{"id": 1, "username": "ada", "name": "Ada", "state": "active", "locked": false, "avatar_url": null,
            "web_url": "https://gitlab.com/ada", "created_at": "2026-01-01T00:00:00Z", "expires_at": null,
            "access_level": 30, "membership_state": "active"}]
          """),
      try ContractCase(api.currentUser(), response: user),
      try ContractCase(api.comments(on: 7), response: "[\(note)]"),
      try ContractCase(api.newComment("text", on: 7), response: note),
      try ContractCase(api.comment(5, on: 7), response: note),
      try ContractCase(api.change(5, to: "text", on: 7), response: note),
      try ContractCase(api.removal(5, on: 7)),
      try ContractCase(api.statuses(of: commit, named: "reviewbot"), response: "[\(status)]"),
      try ContractCase(
        api.newStatus(api.status(try samplePublication(state: .error)), of: commit),
        response: status),
      try ContractCase(api.discussions(on: 7), response: "[\(discussion)]"),
      try ContractCase(
        api.newDiscussion("Look.", at: position, on: 7), response: discussion),
      try ContractCase(api.resolution(of: "6a9c", on: 7), response: discussion),
      try ContractCase(
        api.versions(of: 7),
        response: """
          [{"id": 110, "head_commit_sha": "33e2", "base_commit_sha": "eeb5", "start_commit_sha": "eeb5",
            "created_at": "2026-01-01T00:00:00Z", "merge_request_id": 105, "state": "collected", "real_size": "1"}]
          """),
    ]
  }

  private static let user = """
    {"id": 1, "username": "bot", "name": "Bot", "state": "active", "locked": false, "avatar_url": null,
     "web_url": "https://gitlab.com/bot"}
    """

  private static let note = """
    {"id": 302, "type": null, "body": "Well.", "attachment": null, "author": \(user), "system": false,
     "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "noteable_id": 377,
     "noteable_type": "MergeRequest", "noteable_iid": 7, "project_id": 5, "resolvable": false, "confidential": false,
     "internal": false}
    """

  private static let discussion = #"{"id": "6a9c", "individual_note": false, "notes": [\#(note)]}"#

  private static let status = """
    {"id": 93, "sha": "18f3", "ref": "main", "status": "pending", "name": "reviewbot", "target_url": null,
     "description": null, "created_at": "2026-01-01T00:00:00Z", "started_at": null, "finished_at": null,
     "allow_failure": false, "coverage": null, "pipeline_id": 101, "author": \(user)}
    """

  private static let mergeRequest = """
    {"id": 84, "iid": 7, "project_id": 4, "title": "Circles", "description": null, "state": "opened",
     "created_at": "2026-01-01T00:00:00Z", "target_branch": "main", "source_branch": "circles", "author": \(user),
     "assignees": [], "source_project_id": 4, "target_project_id": 4, "labels": [], "draft": false,
     "work_in_progress": false, "sha": "18f3", "merge_commit_sha": null,
     "web_url": "https://gitlab.com/acme/tools/shapes/-/merge_requests/7",
     "diff_refs": {"base_sha": "eeb5", "head_sha": "18f3", "start_sha": "eeb5"}}
    """
}

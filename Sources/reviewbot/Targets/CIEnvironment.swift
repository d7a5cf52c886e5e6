// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// What GitHub Actions, and what imitates it, says about the job.
struct CIEnvironment: Sendable {
  /// `OWNER/NAME`
  let repository: String?
  /// Such as `https://api.github.com`.
  let apiURL: String?
  /// Such as `https://github.com`.
  let serverURL: String?
  /// Such as `pull_request`.
  let eventName: String?
  let isActions: Bool
  /// Where Markdown is shown on the job's page.
  let stepSummary: String?
  private let eventPath: String?

  init(_ environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    repository = value("GITHUB_REPOSITORY")
    apiURL = value("GITHUB_API_URL")
    serverURL = value("GITHUB_SERVER_URL")
    eventName = value("GITHUB_EVENT_NAME")
    isActions = environment["GITHUB_ACTIONS"] == "true"
    stepSummary = value("GITHUB_STEP_SUMMARY")
    eventPath = value("GITHUB_EVENT_PATH")
  }

  /// The pull request that the job runs for.
  var pullRequestNumber: Int? {
    // A job that runs for something else has no such number, and neither has an event file that cannot be read.
    guard let eventPath, let data = FileManager.default.contents(atPath: eventPath), data.count <= 32 << 20 else {
      return nil
    }
    return try? JSONDecoder().decode(Event.self, from: data).pullRequest.number
  }

  /// Events for which Actions hands a job of the base branch a token that may write, whoever opened the pull request.
  var hasPrivilegedEvent: Bool { eventName == "pull_request_target" || eventName == "workflow_run" }

  private struct Event: Decodable {
    struct PullRequest: Decodable {
      let number: Int
    }

    let pullRequest: PullRequest

    private enum CodingKeys: String, CodingKey {
      case pullRequest = "pull_request"
    }
  }
}

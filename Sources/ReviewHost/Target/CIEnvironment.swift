// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ResourceLoading
package import ReviewContract
import SystemPackage

/// The variables of the CI job: of GitHub Actions and compatible systems (Gitea, Forgejo), or of GitLab CI.
package struct CIEnvironment: Sendable {
  /// The forge that runs the job; `nil` outside of a CI job.
  package let forge: ForgeKind?
  /// `OWNER/NAME`
  package let repository: String?
  /// Such as `https://api.github.com`.
  package let apiURL: String?
  /// Such as `https://github.com`.
  package let serverURL: String?
  /// Such as `pull_request`.
  package let eventName: String?
  package let isActions: Bool
  /// The file whose Markdown is shown on the job's page.
  package let stepSummary: String?
  /// The page of the job.
  package let jobPage: String?
  private let eventPath: String?
  /// The variable with the reason for the job, and its value; `nil` where the event's name is the reason.
  private let trigger: (name: String, value: String)?
  private let mergeRequest: Int?

  package init(_ environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    let marked = ForgeDescription.all.first { $0.ci.markers.contains { environment[$0] == "true" } }
    let variables = (marked ?? .github).ci
    repository = value(variables.repository)
    apiURL = value(variables.api)
    serverURL = value(variables.server)
    mergeRequest = variables.pullRequest.flatMap(value).flatMap { Int($0) }
    forge = marked?.kind ?? (repository == nil ? nil : .github)
    eventName = value("GITHUB_EVENT_NAME")
    isActions = environment["GITHUB_ACTIONS"] == "true"
    stepSummary = value("GITHUB_STEP_SUMMARY")
    if let page = variables.jobPage {
      jobPage = value(page)
    } else if let server = serverURL, let repository, let run = value("GITHUB_RUN_ID"), run.isASCIIDigits {
      jobPage = "\(server)/\(repository)/actions/runs/\(run)"
    } else {
      jobPage = nil
    }
    eventPath = value("GITHUB_EVENT_PATH")
    trigger = variables.trigger.map { ($0, value($0) ?? "unknown") }
  }

  /// The number of the pull request that the job runs for; `nil` for jobs of other events.
  package var pullRequestNumber: Int? {
    mergeRequest ?? (try? event?.get())?.pullRequest?.number
  }

  /// The head of the workflow run that triggered the job; `nil` for jobs of other events.
  package var triggeringHead: String? {
    eventName == "workflow_run" ? (try? event?.get())?.workflowRun?.headSha : nil
  }

  /// The reason why the job has no pull request; `nil` outside of a CI job.
  package var reasonWithoutPullRequest: String? {
    if let trigger {
      return "this job does not run for a merge request (\(trigger.name) is \"\(trigger.value)\")"
    }
    guard forge != nil, let eventName else { return nil }
    guard eventName.hasPrefix("pull_request"), let eventPath, let event else {
      return "this job runs for the event \"\(eventName)\", not for a pull request"
    }
    if case .failure(.transport) = event {
      return "cannot read the event file \"\(eventPath)\" (GITHUB_EVENT_PATH)"
    }
    return "the event file \"\(eventPath)\" (GITHUB_EVENT_PATH) names no pull request"
  }

  /// Whether the event's jobs have a token with write access even for pull requests from forks.
  package var hasPrivilegedEvent: Bool { eventName == "pull_request_target" || eventName == "workflow_run" }

  /// The job's event; `nil` outside of a CI job that has one.
  private var event: Result<Event, LoadingError>? {
    eventPath.map { path in
      Result { () throws(LoadingError) in
        try DiskService(maximumBytes: 32 << 20).load(EventFile(path: FilePath(path)))
      }
    }
  }

  private struct EventFile: FileResource, JSONResource {
    typealias Model = Event
    let path: FilePath
    var decoder: JSONDecoder { ReportFile.decoder }
  }

  private struct Event: Decodable, Sendable {
    struct PullRequest: Decodable, Sendable {
      let number: Int?
    }

    struct Run: Decodable, Sendable {
      let headSha: String?
    }

    let pullRequest: PullRequest?
    let workflowRun: Run?
  }
}

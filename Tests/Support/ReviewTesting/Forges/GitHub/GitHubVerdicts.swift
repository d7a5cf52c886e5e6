// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Statuses and check runs of commits on GitHub.
enum GitHubVerdicts {
  static func routes(_ repository: String) -> [ForgeRoute] {
    [
      ForgeRoute(
        "GET", "\(repository)/commits/:commit/statuses", "repos/list-commit-statuses-for-ref",
        .repository(.reading("statuses"))
      ) { call in
        let commit = try call.commit(call.parameter("commit"))
        let objects = call.gitHub
        let found = try call.repository().statuses.filter { $0.commit == commit }
        return try call.page(of: found.reversed(), objects.status)
      },
      ForgeRoute(
        "POST", "\(repository)/statuses/:commit", "repos/create-commit-status", .repository(.writing("statuses"))
      ) { call in
        let status = try call.setStatus(
          of: ["error", "failure", "pending", "success"], named: "context", atMost: 140)
        return try .created(call.gitHub.status(status))
      },
      ForgeRoute(
        "GET", "\(repository)/commits/:commit/check-runs", "checks/list-for-ref", .repository(.reading("checks"))
      ) { call in
        let commit = try call.commit(call.parameter("commit"))
        let objects = call.gitHub
        var runs = try call.repository().checkRuns.filter { $0.commit == commit }
        if let name = call.query["check_name"] { runs.removeAll { $0.name != name } }
        if call.query["filter"] != "all" {
          runs = Array(Dictionary(runs.map { ($0.name, $0) }) { $1 }.values)
        }
        return try call.page(of: runs.sorted { $0.id > $1.id }, as: "check_runs", objects.checkRun)
      },
      ForgeRoute("POST", "\(repository)/check-runs", "checks/create", .repository(.writing("checks"))) { call in
        let change = try CheckRunRequest(call, isNew: true)
        let commit = try call.commit(change.commit ?? "")
        let run = try call.change { repository, state in
          var run = CheckRunRecord(id: state.nextID(), commit: commit, name: "")
          change.apply(to: &run)
          repository.checkRuns.append(run)
          return run
        }
        return try .created(call.gitHub.checkRun(run))
      },
      ForgeRoute("PATCH", "\(repository)/check-runs/:id", "checks/update", .repository(.writing("checks"))) { call in
        let change = try CheckRunRequest(call, isNew: false)
        let id = try call.number("id")
        let run = try call.change { repository, _ in
          guard let index = repository.checkRuns.firstIndex(where: { $0.id == id }) else {
            throw ForgeRefusal(404, "Not Found")
          }
          change.apply(to: &repository.checkRuns[index])
          return repository.checkRuns[index]
        }
        return try .json(call.gitHub.checkRun(run))
      },
    ]
  }
}

extension ForgeCall {
  /// Sets the status of the commit in the path, on any forge.
  func setStatus(of states: Set<String>, named name: String, atMost limit: Int) throws -> StatusRecord {
    let body = try body(["state", name, "description", "target_url"])
    let state = try word("state", in: body, of: states)
    let context = try text(name, in: body, atMost: 255)
    let description = try optionalText("description", in: body, atMost: limit)
    let target = try optionalText("target_url", in: body, atMost: 2048)
    let commit = try commit(parameter("commit"), missing: kind == .github ? 422 : 404)
    return try change { repository, forge in
      let last = repository.statuses.last { $0.commit == commit && $0.context == context }
      let refused = ["pending": ["pending", "running"], "running": ["running"]]
      if kind == .gitlab, let from = last?.state, refused[state]?.contains(from) == true {
        throw ForgeRefusal(400, "Cannot transition status via :enqueue from :\(from)")
      }
      let status = StatusRecord(
        id: forge.nextID(), commit: commit, state: state, context: context, description: description,
        target: target, user: login)
      repository.statuses.append(status)
      return status
    }
  }
}

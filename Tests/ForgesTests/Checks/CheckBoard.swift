// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading

@testable import Forges

/// GitHub's check runs of one commit in memory, as an app sees them.
final class CheckBoard: Sendable {
  struct Run: Hashable, Sendable {
    var id: Int
    var slug = "github-actions"
    var externalID: String?
    var status = "completed"
    var conclusion: String?
    var annotations: [String] = []
    var title = ""
    var summary = ""
  }

  struct State: Sendable {
    var runs: [Run] = []
    /// The statuses of the next responses to a method; `nil` performs the request and loses the response.
    var troubles: [String: [Int?]] = [:]
    var writes: [String] = []
  }

  let state: Locked<State>

  init(_ runs: [Run] = [], _ change: (inout State) -> Void = { _ in }) {
    var state = State(runs: runs)
    change(&state)
    self.state = Locked(state)
  }

  var runs: [Run] { state.withLock { $0.runs } }
  /// Entries such as `POST 50 in_progress`: the number of annotations of a request, and its state.
  var writes: [String] { state.withLock { $0.writes } }

  var transport: StubTransport {
    StubTransport { [self] (request) throws(TransportError) in
      var body = Data()
      if case .bytes(let data) = request.body { body = data }
      guard let response = answer(request.head.method.rawValue, request.head.path ?? "", body) else {
        throw TransportError(.timedOut, "the answer is lost")
      }
      return TransportResponse(status: .init(code: response.status), body: response.body)
    }
  }

  private func answer(_ method: String, _ path: String, _ body: Data) -> (status: Int, body: Data)? {
    state.withLock { state in
      guard path.contains("/check-runs") else { return (501, Data()) }
      let trouble = state.troubles[method]?.first
      if trouble != nil { state.troubles[method]?.removeFirst() }
      if let status = trouble ?? nil { return (status, Data(#"{"message": "trouble"}"#.utf8)) }
      let response = Self.act(method, path, body, &state)
      return trouble == nil ? response : nil
    }
  }

  private static func act(_ method: String, _ path: String, _ body: Data, _ state: inout State) -> (Int, Data) {
    if method == "GET" {
      let runs = state.runs.map(json).joined(separator: ",")
      return (200, Data(#"{"total_count": \#(state.runs.count), "check_runs": [\#(runs)]}"#.utf8))
    }
    let change = (try? JSONValue.parse(body)) ?? .null
    let annotations = change["output"]?["annotations"]?.elements ?? []
    let said = change["conclusion"]?.text ?? change["status"]?.text ?? ""
    state.writes.append("\(method) \(annotations.count) \(said)")
    guard annotations.count <= GitHubLimits.annotationsPerRequest else { return (422, Data()) }
    var index = state.runs.firstIndex { path.hasSuffix("/\($0.id)") }
    if method == "POST" {
      index = state.runs.count
      state.runs.append(Run(id: state.runs.count + 1))
    }
    guard let index else { return (404, Data()) }
    state.runs[index].externalID = change["external_id"]?.text
    state.runs[index].conclusion = change["conclusion"]?.text
    state.runs[index].status = change["conclusion"] == nil ? change["status"]?.text ?? "queued" : "completed"
    state.runs[index].annotations += annotations.compactMap { $0["message"]?.text }
    state.runs[index].title = change["output"]?["title"]?.text ?? ""
    state.runs[index].summary = change["output"]?["summary"]?.text ?? ""
    return (method == "POST" ? 201 : 200, Data(json(state.runs[index]).utf8))
  }

  private static func json(_ run: Run) -> String {
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    return """
      {"id": \(run.id), "external_id": \(quoted(run.externalID)), "status": "\(run.status)",
       "conclusion": \(quoted(run.conclusion)), "output": {"annotations_count": \(run.annotations.count)},
       "app": {"slug": "\(run.slug)"}}
      """
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewTesting

/// A pull request's conversation and its commit's statuses in memory, with the calls that we make and the faults that a
/// test sets.
final class Conversation: Sendable {
  struct Comment: Hashable, Sendable {
    var id: Int
    var author: String
    var authorID = 1
    var type = "User"
    var body: String
  }

  struct State: Sendable {
    var comments: [Comment] = []
    var statuses: [[String: String]] = []
    var nextID = 5_000_000_000
    /// The user of the token; `nil` for an app's token.
    var user: (login: String, id: Int)? = ("bot", 42)
    /// The statuses of the next responses to a kind of request; `nil` performs the request and loses the response.
    var troubles: [String: [Int?]] = [:]
    /// The number of next lists without the newest comment.
    var listsBehind = 0
    /// Whether comments contain the addresses of their pages.
    var hasPages = false
    /// Changes by others just before the next request of a kind.
    var interruptions: [String: @Sendable (inout State) -> Void] = [:]
    var writes: [String] = []
  }

  let state: Locked<State>

  init(_ comments: [Comment] = [], _ change: (inout State) -> Void = { _ in }) {
    var state = State(comments: comments)
    change(&state)
    self.state = Locked(state)
  }

  var bodies: [String] { state.withLock { $0.comments.map(\.body) } }
  var writes: [String] { state.withLock { $0.writes } }
  var statuses: [[String: String]] { state.withLock { $0.statuses } }

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

  /// Returns `nil` when the response is lost.
  func answer(_ method: String, _ target: String, _ body: Data) -> (status: Int, body: Data)? {
    state.withLock { state in
      let path = String(target.prefix { $0 != "?" })
      let kind = "\(method) \(path.split(separator: "/").last { Int($0) == nil && $0.count != 40 } ?? "")"
      if method != "GET" { state.writes.append("\(method) \(path)") }
      state.interruptions.removeValue(forKey: kind)?(&state)
      let trouble = state.troubles[kind]?.first
      if trouble != nil { state.troubles[kind]?.removeFirst() }
      if let status = trouble ?? nil { return (status, Data(#"{"message": "trouble"}"#.utf8)) }
      let response = Self.act(method, path, body, &state)
      if trouble != nil { return nil }
      // The values are dictionaries of strings and numbers, which are always valid JSON.
      return (
        response.status,
        (try? JSONSerialization.data(withJSONObject: response.json, options: [.fragmentsAllowed, .sortedKeys]))
          ?? Data()
      )
    }
  }

  private static func act(_ method: String, _ path: String, _ body: Data, _ state: inout State) -> (
    status: Int, json: Any
  ) {
    let fields = (try? JSONSerialization.jsonObject(with: body)) as? [String: String] ?? [:]
    let me = state.user ?? ("github-actions[bot]", 99)
    switch (method, path) {
    case ("GET", "/user"):
      guard let user = state.user else { return (403, ["message": "Resource not accessible by integration"]) }
      return (200, ["login": user.login, "id": user.id, "type": "User"])
    case ("GET", _) where path.hasSuffix("/comments"):
      var shown = state.comments
      if state.listsBehind > 0, !shown.isEmpty {
        state.listsBehind -= 1
        shown.removeLast()
      }
      return (200, shown.map { json($0, state) })
    case ("POST", _) where path.hasSuffix("/comments"):
      let comment = Comment(
        id: state.nextID, author: me.0, authorID: me.1, type: state.user == nil ? "Bot" : "User",
        body: fields["body"] ?? "")
      state.nextID += 1
      state.comments.append(comment)
      return (201, json(comment, state))
    case ("PATCH", _):
      guard let index = index(path, state) else { return (404, ["message": "Not Found"]) }
      state.comments[index].body = fields["body"] ?? ""
      return (200, json(state.comments[index], state))
    case ("DELETE", _):
      guard let index = index(path, state) else { return (404, ["message": "Not Found"]) }
      state.comments.remove(at: index)
      return (204, "")
    case ("GET", _) where path.hasSuffix("/statuses"): return (200, state.statuses)
    case ("POST", _) where path.contains("/statuses/"):
      state.statuses.insert(fields, at: 0)
      return (201, fields)
    case (_, _) where path.contains("/check-runs"):
      return (403, ["message": "Resource not accessible by integration"])
    default: return (501, ["message": "\(method) \(path) is not prepared"])
    }
  }

  private static func index(_ path: String, _ state: State) -> Int? {
    state.comments.firstIndex { path.hasSuffix("/issues/comments/\($0.id)") }
  }

  private static func json(_ comment: Comment, _ state: State) -> [String: Any] {
    var json: [String: Any] = [
      "id": comment.id, "body": comment.body,
      "user": ["login": comment.author, "id": comment.authorID, "type": comment.type],
    ]
    if state.hasPages { json["html_url"] = "https://github.com/acme/shapes/pull/7#issuecomment-\(comment.id)" }
    return json
  }
}

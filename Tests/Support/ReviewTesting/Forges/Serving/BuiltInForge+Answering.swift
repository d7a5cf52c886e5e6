// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// From a request to a response.
extension BuiltInForge {
  private static let admin = "/_admin/"

  /// Responds synchronously, on the thread of the connection.
  func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    do {
      if request.target.hasPrefix(Self.admin) {
        return try AdminCall(forge: self, request: request).answer().loopback()
      }
      if let call = GitCall(forge: self, request: request) {
        return try answer(request, "git", "git:\(call.service)") { try call.answer() }
      }
      var call = call(of: request)
      call.choose(from: Self.routes(of: call.kind))
      return try answer(request, call.kind.rawValue, call.route?.operation, call) { try self.answer(call) }
    } catch {
      // A defect of the built-in forge, which a test has to report.
      record { $0.violations.append(.init(level: .error, detail: "\(request.method) \(request.target): \(error)")) }
      return .text("\(error)", status: 500)
    }
  }

  private static func routes(of kind: ForgeKind) -> [ForgeRoute] {
    switch kind {
    case .gitlab: GitLabRoutes.all
    case .gitea: GiteaRoutes.all
    default: GitHubRoutes.all
    }
  }

  /// Parses a request.
  private func call(of request: LoopbackRequest) -> ForgeCall {
    let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let kind = [ForgeKind.gitlab, .gitea].first { parts[0].hasPrefix(ForgeCall.root(of: $0) + "/") } ?? .github
    let path = parts[0].dropFirst(ForgeCall.root(of: kind).count)
    let pairs = (parts.dropFirst().first ?? "").split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? String($0) }
      return (sides.first ?? "", sides.count > 1 ? sides[1] : "")
    }
    return ForgeCall(
      forge: self, kind: kind, request: request,
      segments: path.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) },
      query: Dictionary(pairs) { $1 })
  }

  /// Records the request, and applies a fault to the response.
  private func answer(
    _ request: LoopbackRequest, _ kind: String, _ operation: String?, _ call: ForgeCall? = nil,
    _ make: () throws -> ForgeResponse
  ) throws -> LoopbackResponse {
    let (index, fault) = record { state -> (Int, ForgeFault?) in
      let body = kind == "git" ? "" : String(decoding: request.body, as: UTF8.self)
      let number = (state.requests.last?.number ?? 0) + 1
      state.requests.append(
        ForgeJournalEntry(
          number: number, method: request.method, path: request.target, forge: kind, operation: operation, body: body))
      let index = state.faults.indices.first { index in
        state.faults[index].hits(request.method, request.target, operation, by: &state.random)
      }
      return (number, index.map { state.faults[$0] })
    }
    let response = try faulty(by: fault, call, make)
    record { state in
      guard let place = state.requests.lastIndex(where: { $0.number == index }) else { return }
      state.requests[place].status = response.status
      state.requests[place].login = call?.token(in: state)?.login
    }
    return response
  }

  private func faulty(
    by fault: ForgeFault?, _ call: ForgeCall?, _ make: () throws -> ForgeResponse
  ) throws -> LoopbackResponse {
    guard let fault else { return try make().loopback() }
    let instead = try fault.answer { call?.permanentAddress }
    if !fault.isAfter, let instead { return instead }
    var response = try make()
    if fault.kind == "duplicate_processing" { response = try make() }
    if fault.kind == "stale_etag", let call { response = call.withFirstTag(response) }
    if fault.kind == "stale304", let tag = call?.request.fields["if-none-match"], response.status == 200 {
      return LoopbackResponse(304, fields: [("ETag", tag)])
    }
    return instead ?? fault.corrupting(response)
  }

  /// Returns the response to a call, which can be a refusal.
  private func answer(_ call: ForgeCall) throws -> ForgeResponse {
    var call = call
    do {
      try call.checkHeaders()
      try spendRequest()
      guard let route = call.route else {
        throw call.refusal(404, "Not Found")
      }
      try call.authenticate()
      try call.authorize(route.access)
      return call.tagged(try route.handle(call))
    } catch let refusal as ForgeRefusal {
      return try refusal.answer
    }
  }

  /// Counts a request, and refuses it when the allowance is exhausted.
  private func spendRequest() throws {
    let end = record { state -> Date? in
      guard let allowance = state.allowance, allowance.end > Date() else { return nil }
      state.allowance?.remaining -= 1
      return allowance.remaining > 0 ? nil : allowance.end
    }
    if let end { throw ForgeFault.limit(until: end) }
  }
}

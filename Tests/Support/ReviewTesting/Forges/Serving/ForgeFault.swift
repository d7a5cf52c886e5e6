// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A fault of the built-in forge's responses, as described by a ``StandInFault``.
struct ForgeFault: Sendable {
  static let kinds = Set(StandInFault.Kind.allCases.map(\.rawValue))
  /// The kinds that have no response of their own, but corrupt the regular one.
  private static let corrupting: Set<String> = [
    "reset_mid", "short", "truncate", "garbage", "empty", "dribble", "stale_etag", "stale304", "duplicate_processing",
  ]

  /// The fault as requested.
  let wish: JSON
  private var seen = 0
  private(set) var hits = 0

  init(_ wish: JSON) {
    self.wish = wish
  }

  var kind: String { wish["kind"]?.text ?? "" }

  /// Whether the request takes effect, and its response is lost or faulty.
  var isAfter: Bool { wish["phase"] == "after" || Self.corrupting.contains(kind) }

  var delay: Duration? { wish["delay"]?.seconds.map { .seconds($0) } }

  var shown: JSON { wish.adding(["hits": .integer(hits)]) }

  /// Returns whether the fault applies to a request, and counts it.
  mutating func hits(
    _ method: String, _ path: String, _ operation: String?, by random: inout SeededRandom
  ) -> Bool {
    if let times = wish["times"]?.integer, hits >= times { return false }
    let match = wish["match"]
    if let wanted = match?["method"]?.text, wanted != method { return false }
    if let wanted = match?["op"]?.text, wanted != operation { return false }
    if let pattern = match?["path"]?.text, path.range(of: pattern, options: .regularExpression) == nil { return false }
    seen += 1
    guard seen > wish["skip"]?.integer ?? 0 else { return false }
    guard Double.random(in: 0..<1, using: &random) < wish["probability"]?.seconds ?? 1 else { return false }
    hits += 1
    return true
  }

  /// Returns the response that replaces the regular one; `nil` for none.
  func answer(redirectingTo location: () -> String?) throws -> LoopbackResponse? {
    let status = wish["status"]?.integer
    let wait: [(name: String, value: String)] = wish["retry_after"]?.integer.map { [("Retry-After", "\($0)")] } ?? []
    switch kind {
    case "status":
      if wish["html"]?.isTrue == true {
        let page = "<html><h1>Bad Gateway</h1></html>"
        return ForgeResponse.text(page, status: status ?? 502, type: "text/html").loopback()
      }
      return try ForgeRefusal(status ?? 500, "Server Error", fields: wait).answer.loopback()
    case "secondary":
      // A wait of null omits the header; the default is short.
      let fields = wish["retry_after"] == nil ? [("Retry-After", "2")] : wait
      let message = "You have exceeded a secondary rate limit."
      return try ForgeRefusal(status ?? 403, message, fields: fields).answer.loopback()
    case "primary":
      return try Self.limit(until: Date().addingTimeInterval(wish["reset_in"]?.seconds ?? 3)).answer.loopback()
    case "unauthorized": return try ForgeRefusal(401, "Bad credentials").answer.loopback()
    case "redirect": return location().map { .redirect(status ?? 307, to: $0) }
    case "reset": return .resetting
    case "hang": return LoopbackResponse(manner: .resetting, delay: delay ?? .seconds(60))
    default: return nil
    }
  }

  /// Returns the corrupted form of a regular response.
  func corrupting(_ response: ForgeResponse) -> LoopbackResponse {
    var response = response
    let count = response.body.count
    switch kind {
    case "slow": return LoopbackResponse(response.loopback(), delay: delay ?? .seconds(3))
    case "reset_mid": return response.loopback(.resettingAfter(bytes: count / 2))
    case "short": return response.loopback(.endingAfter(bytes: count / 2))
    case "dribble": return response.loopback(.dripping(bytes: max(1, count / 20), every: (delay ?? .seconds(2)) / 20))
    case "truncate": response.body = response.body.prefix(max(1, count * 2 / 3))
    case "empty": response.body = Data()
    case "garbage":
      response.fields.removeAll { $0.name == "Content-Type" }
      response.fields.append(("Content-Type", "text/html"))
      response.body = Data("<html><body>proxy error</body></html>".utf8)
    default: break
    }
    return response.loopback()
  }

  /// GitHub's response when the rate limit is exceeded.
  static func limit(until end: Date) -> ForgeRefusal {
    ForgeRefusal(
      403, "API rate limit exceeded",
      fields: [
        ("X-RateLimit-Limit", "5000"), ("X-RateLimit-Remaining", "0"),
        ("X-RateLimit-Reset", "\(Int(end.timeIntervalSince1970.rounded(.up)))"),
      ])
  }
}

extension LoopbackResponse {
  fileprivate init(_ response: LoopbackResponse, delay: Duration) {
    self = response
    self.delay = delay
  }

  fileprivate init(manner: Manner, delay: Duration) {
    self.init(manner: manner)
    self.delay = delay
  }
}

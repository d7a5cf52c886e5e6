// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Forges
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewServer

/// The reader of webhooks: an event's name in the first line, then the body, in the form of each forge.
final class WebhookSubject: FuzzSubject {
  let corpus = FuzzCorpus.webhooks
  let dictionary = [
    "pull_request\n", "issue_comment\n", "push\n", "Note Hook\n", "Merge Request Hook\n", "payload=", "%7B", "%22", "+",
    "\"action\":",
    "\"number\":", "\"head\":", "\"sha\":", "\\ud83d\\ude00", "\\ud800", "1e999", "\"object_kind\":",
  ]

  func look(at bytes: [UInt8]) -> FuzzLook {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let event = String(decoding: bytes[..<end], as: UTF8.self)
    let body = Array(bytes[end...].dropFirst())
    var kinds: [String] = []
    var problem: String?
    var isAccepted = false
    for format in ForgeDescription.all.map(\.webhooks) {
      let type = body.starts(with: "payload=".utf8) ? "application/x-www-form-urlencoded" : "application/json"
      let fields = [(format.idFields[0], "1"), (format.eventFields[0], event), ("content-type", type)].map {
        (name: $0.0, value: $0.1)
      }
      do throws(WebhookFault) {
        switch try WebhookReader(format).read(WebhookMessage(fields: fields, body: body)).event {
        case .success(let event):
          isAccepted = true
          kinds.append("\(event)".filter { !$0.isNumber }.prefix(60).description)
        case .failure(let fault): kinds.append(Self.kind(fault, &problem))
        }
      } catch {
        kinds.append(Self.kind(error, &problem))
      }
    }
    return FuzzLook(problem: problem, kind: kinds.joined(separator: "|"), isAccepted: isAccepted)
  }

  private static func kind(_ fault: WebhookFault, _ problem: inout String?) -> String {
    let look = FuzzLook.refused("\(fault)")
    problem = problem ?? look.problem
    return look.kind
  }
}

/// The reader of commands in comments, compared with a simpler implementation.
final class CommandSubject: FuzzSubject {
  let corpus = [
    "/reviewbot ok 0123456789abcdef0123456789abcdef01234567", "/reviewbot recheck\r\nthanks", "/reviewbot ok", "nice",
    "/reviewbot ignore 01234567", "/reviewbot explain force_try", "/reviewbot help",
    "> /reviewbot ok 0123456789abcdef0123456789abcdef01234567\n/reviewbot recheck",
  ].map { Array($0.utf8) }
  let dictionary = [
    "/reviewbot", "ok ", "recheck", "ignore ", "explain ", "help", "\u{2028}", "\u{b}", "\u{a0}", "\u{202e}", "```\n",
    "~~~\n", "<!-- ", "<pre>",
    "/Reviewbot",
  ]

  func look(at bytes: [UInt8]) -> FuzzLook {
    let text = String(decoding: bytes, as: UTF8.self)
    let command = CommentCommand(firstLineOf: text, name: "reviewbot")
    let line =
      text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).first.map(Array.init) ?? []
    let firstLine = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    let problem: String? =
      switch command {
      case .approve(let id):
        firstLine.wholeMatch(of: /\/reviewbot[ \t]+ok[ \t]+([0-9a-fA-F]+)[ \t]*/)?.1.lowercased() == id.hex
          ? nil : "\(id) is approved by \(firstLine.prefix(200))"
      case .recheck:
        firstLine.wholeMatch(of: /\/reviewbot[ \t]+recheck[ \t]*/) != nil
          ? nil : "a recheck by \(firstLine.prefix(200))"
      case .ignore(let text), .explain(let text):
        firstLine.lowercased().hasPrefix("/reviewbot") && firstLine.lowercased().contains(text.lowercased())
          && !text.contains(/[ \t]/) ? nil : "\(text) is named by \(firstLine.prefix(200))"
      case .help:
        firstLine.wholeMatch(of: /\/reviewbot[ \t]+help[ \t]*/) != nil ? nil : "help for \(firstLine.prefix(200))"
      case .unknown, nil: nil
      }
    return .accepted(command.map { $0.name } ?? "none", problem: problem)
  }
}

/// The client of a forge's API: a `Link` field in the first line, then the body of every response. All requests must go
/// to the forge.
final class ResponseSubject: FuzzSubject {
  let corpus = FuzzCorpus.responses
  let dictionary = [
    "<", ">; rel=\"next\"", "rel=next", "http://127.0.0.1/", "https://api.example//", "//evil.example/", "@", "\\",
    "?page=2", "%2e%2e/",
    "\"clone_url\":\"http://169.254.169.254/a.git\"", "\"sha\":", "\"login\":", "[", "]", "null",
  ]

  private static let origin = "https://api.example"

  func look(at bytes: [UInt8]) async throws -> FuzzLook {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let link = String(decoding: bytes[..<end], as: UTF8.self)
    let body = Data(bytes[end...].dropFirst())
    var fields = HTTPFields()
    if let name = HTTPField.Name("Link"), HTTPField.isValidValue(link) { fields[name] = link }
    let answered = fields
    var kinds: [String] = []
    var problem: String?
    for kind in [ForgeKind.github, .gitlab, .gitea] {
      let stub = StubTransport { _ in
        TransportResponse(HTTPResponse(status: .ok, headerFields: answered), body: body)
      }
      let settings = ForgeSettings(
        kind: kind, repository: "acme/shapes", apiURL: Self.origin, transport: stub, userAgent: "fuzz")
      let forges = ForgesAssembly()
      let (source, inspector) = (try forges.pullRequests(settings), try forges.inspector(settings))
      kinds.append(
        await Self.kind(&problem) { () async throws(ForgeError) in
          let clone = try await source.pullRequest(7).repository.cloneURL
          return HTTPAddress(clone)?.origin.description == Self.origin ? "read" : "the clone URL \(clone)"
        })
      kinds.append(
        await Self.kind(&problem) { () async throws(ForgeError) in
          _ = try await inspector.openPullRequests()
          return "read"
        })
      kinds.append(
        await Self.kind(&problem) { () async throws(ForgeError) in
          _ = try await inspector.comment(7, on: 7)
          return "read"
        })
      for request in await stub.requests where Origin(request.head)?.description != Self.origin {
        problem = "a request to \(Origin(request.head)?.description ?? "no origin")"
      }
    }
    return FuzzLook(problem: problem, kind: kinds.joined(separator: "|"), isAccepted: kinds.contains("read"))
  }

  private static func kind(
    _ problem: inout String?, _ ask: () async throws(ForgeError) -> String
  ) async -> String {
    do {
      let outcome = try await ask()
      if outcome != "read" { problem = "it takes \(outcome)" }
      return outcome
    } catch {
      let look = FuzzLook.refused("\(error)")
      problem = problem ?? look.problem
      return look.kind
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import CurlTransport
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

/// The stand-in forge as a process of its own, with a repository of its own, for the time of a test.
func withStandInForge(_ body: (StandInForge) async throws -> Void) async throws {
  try await withScratchFolder { folder in
    let environment = ProcessInfo.processInfo.environment
    let programs = try #require(environment["REVIEWBOT_FORGE"])
    let python = environment["REVIEWBOT_FORGE_PYTHON"] ?? "python3"
    func start(_ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [python] + arguments
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    let world = folder.path.appending("world").string
    let maker = try start(["\(programs)/make_example.py", world])
    maker.waitUntilExit()
    try #require(maker.terminationStatus == 0, "make_example.py failed; does \(python) have what it needs?")
    let port = folder.path.appending("port").string
    let server = try start([
      "\(programs)/fakeforge.py", "--config", "\(world)/forge.json", "--port", "0", "--port-file", port,
    ])
    defer {
      // The process inherits the signal mask of the thread that starts it, which may hold back a polite signal.
      kill(server.processIdentifier, SIGKILL)
      server.waitUntilExit()
    }
    // The file is how the program says that it listens; there is nothing else to wait for.
    var number: Int?
    for _ in 0..<200 where number == nil {
      try await Task.sleep(for: .milliseconds(50))
      // Not there yet, or not all of it.
      number = (try? String(contentsOfFile: port, encoding: .utf8)).flatMap {
        Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      try #require(server.isRunning, "the stand-in forge ended")
    }
    var resolver = Registry([CurlTransportAssembly()]).resolver()
    try await body(
      StandInForge(
        url: "http://127.0.0.1:\(try #require(number, "the stand-in forge does not listen"))",
        transport: try resolver(.httpTransport),
        privateKey: try String(contentsOfFile: "\(world)/app.private-key.pem", encoding: .utf8)))
  }
}

struct StandInForge {
  let url: String
  let transport: any HTTPTransport
  /// The key of the app with the number 4242.
  let privateKey: String

  func settings(_ kind: ForgeKind = .github, token: String) -> ForgeSettings {
    var settings = appSettings()
    settings.kind = kind
    settings.apiURL = url + ([.gitlab: "/api/v4", .gitea: "/api/v1"][kind] ?? "")
    settings.app = nil
    settings.token = Secret(token)
    return settings
  }

  func appSettings() -> ForgeSettings {
    ForgeSettings(
      kind: .github, repository: "acme/shapes", apiURL: url,
      app: AppSettings(id: "4242", privateKey: Secret(privateKey)), transport: transport, userAgent: "reviewbot/test")
  }

  /// The check runs of the repository: their conclusions and how many annotations each has.
  func checkRuns() async throws -> [String] {
    let state = try JSONValue.parse(try await admin("state"))
    return Self.find("check_runs", in: state).map {
      "\($0["conclusion"]?.text ?? "none"): \($0["annotations"]?.elements.count ?? 0)"
    }
  }

  /// The requests since it was asked last, such as `GET` and `POST`.
  func methods() async throws -> [String] {
    let journal = try JSONValue.parse(try await admin("requests"))
    let address = try #require(HTTPAddress("\(url)/_admin/requests"))
    _ = try await transport.send(TransportRequest(HTTPRequest(.delete, at: address)))
    let requests = journal["requests"]?.elements ?? journal.elements
    return requests.filter { $0["forge"]?.text != nil }.compactMap { $0["method"]?.text }
  }

  /// What it found wrong with itself.
  func faults() async throws -> [JSONValue] {
    try JSONValue.parse(try await admin("state"))["server_faults"]?.elements ?? []
  }

  private static func find(_ name: String, in value: JSONValue) -> [JSONValue] {
    value.members.sorted { $0.key < $1.key }.flatMap { key, member -> [JSONValue] in
      guard key == name else { return find(name, in: member) }
      return member.elements + member.members.sorted { $0.key < $1.key }.map(\.value)
    } + value.elements.flatMap { find(name, in: $0) }
  }

  /// What it found wrong with our requests, warnings included.
  func violations() async throws -> [String] {
    struct Violation: Decodable {
      let level: String
      let detail: String
    }
    struct Answer: Decodable {
      let violations: [Violation]
    }
    let data = try await admin("violations")
    return try JSONDecoder().decode(Answer.self, from: data).violations.map { "\($0.level): \($0.detail)" }
  }

  /// The comments of the first pull request.
  func comments() async throws -> [String] {
    struct Comment: Decodable {
      let body: String
    }
    let address = try #require(HTTPAddress("\(url)/repos/acme/shapes/issues/1/comments"))
    var head = HTTPRequest(at: address)
    head.headerFields = [
      .authorization: "Bearer ghp_exampleRepoScope", .accept: "application/vnd.github+json", .userAgent: "test",
    ]
    if let version = HTTPField.Name("X-GitHub-Api-Version") { head.headerFields[version] = "2022-11-28" }
    let data = try await transport.send(TransportRequest(head)).body.collected()
    return try JSONDecoder().decode([Comment].self, from: data).map(\.body)
  }

  @discardableResult
  func admin(_ name: String, _ body: String? = nil) async throws -> Data {
    let address = try #require(HTTPAddress("\(url)/_admin/\(name)"))
    let head = HTTPRequest(body == nil ? .get : .post, at: address, headerFields: [.contentType: "application/json"])
    let response = try await transport.send(
      TransportRequest(head, body: body.map { .bytes(Data($0.utf8)) } ?? .none))
    let data = try await response.body.collected()
    try #require(response.head.status.kind == .successful, "\(name): \(String(decoding: data, as: UTF8.self))")
    return data
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

/// Helpers of the tests of the forges.
extension StandInForge {
  /// The key of the app with the number 4242.
  private var privateKey: String {
    // Without the file the key is empty, and no token can be created.
    String(decoding: FileManager.default.contents(atPath: "\(world)/app.private-key.pem") ?? Data(), as: UTF8.self)
  }

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

  /// Returns the conclusion and the number of annotations of each check run of the repository.
  func checkRuns() async throws -> [String] {
    let state = try JSONValue.parse(try await admin("state"))
    return Self.find("check_runs", in: state).map {
      "\($0["conclusion"]?.text ?? "none"): \($0["annotations"]?.elements.count ?? 0)"
    }
  }

  /// Removes the faults and returns the number of times that each happened.
  func endFaults() async throws -> [Int] {
    let faults = try JSONValue.parse(try await admin("faults")).elements
    let address = try #require(HTTPAddress("\(url)/_admin/faults"))
    _ = try await transport.send(TransportRequest(HTTPRequest(.delete, at: address)))
    return faults.map { if case .integer(let hits)? = $0["hits"] { hits } else { 0 } }
  }

  /// Returns the contexts of all statuses, sorted.
  func statusNames() async throws -> [String] {
    let state = try JSONValue.parse(try await admin("state"))
    return Self.find("statuses", in: state).compactMap { $0["context"]?.text }.sorted()
  }

  /// Returns the stand-in's internal errors.
  func faults() async throws -> [JSONValue] {
    try JSONValue.parse(try await admin("state"))["server_faults"]?.elements ?? []
  }

  private static func find(_ name: String, in value: JSONValue) -> [JSONValue] {
    value.members.sorted { $0.key < $1.key }.flatMap { key, member -> [JSONValue] in
      guard key == name else { return find(name, in: member) }
      return member.elements + member.members.sorted { $0.key < $1.key }.map(\.value)
    } + value.elements.flatMap { find(name, in: $0) }
  }
}

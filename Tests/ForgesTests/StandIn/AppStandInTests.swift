// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CryptoExtras
import Findings
import Foundation
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

extension StandInTests {
  /// An app against the stand-in for GitHub.
  struct AppStandInTests {
    @Test func `shows its verdict as a check run with annotations`() async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.appSettings()).pullRequest(1).head)
        let publisher = try publisher(forge.appSettings())
        let pending = try standInPublication("Wait.", head, .pending)
        #expect(
          try await publisher.publish(pending, isDryRun: false).outline == ["created comment", "created check run"])
        let latest = try standInPublication("Done.", head, .failure, annotations: sampleAnnotations(120))
        #expect(
          try await publisher.publish(latest, isDryRun: false).outline == ["updated comment", "updated check run"])
        #expect(
          try await publisher.publish(latest, isDryRun: false).outline == ["unchanged comment", "unchanged check run"])
        #expect(try await forge.checkRuns() == ["failure: 120"])
        #expect(try await forge.comments() == [latest.text])
        #expect(try await forge.violations() == [])
        #expect(try await forge.faults() == [])
      }
    }

    @Test func `writes every annotation once although answers are lost`() async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.appSettings()).pullRequest(1).head)
        for operation in ["checks/create", "checks/update"] {
          try await forge.admin(
            "faults", #"{"kind": "reset", "match": {"op": "\#(operation)"}, "times": 1, "phase": "after"}"#)
        }
        let publication = try standInPublication("Once.", head, .success, annotations: sampleAnnotations(120))
        let receipt = try await publisher(forge.appSettings()).publish(publication, isDryRun: false)
        #expect(receipt.outline == ["created comment", "created check run"])
        #expect(try await forge.checkRuns() == ["success: 120"])
        #expect(try await forge.violations() == [])
      }
    }

    @Test func `the verdict is shown without annotations if GitHub rejects one`() async throws {
      try await withStandInForge { forge in
        let head = try #require(try await source(forge.appSettings()).pullRequest(1).head)
        let blank = Annotation(
          path: "Package.swift", range: SourceRange(line: 1, column: 1), severity: .note, title: " ", message: "")
        let publication = try standInPublication("Done.", head, .success, annotations: [blank])
        let receipt = try await publisher(forge.appSettings()).publish(publication, isDryRun: false)
        #expect(receipt.outline == ["created comment", "created check run"])
        #expect(try await forge.checkRuns() == ["success: 0"])
      }
    }

    @Test func `publishing continues with a new token after the token is revoked`() async throws {
      try await withStandInForge { forge in
        let publisher = try publisher(forge.appSettings())
        let head = try #require(try await source(forge.appSettings()).pullRequest(1).head)
        _ = try await publisher.publish(try standInPublication("First.", head, .pending), isDryRun: false)
        try await forge.admin("expire_tokens", #"{"kind": "installation"}"#)
        let receipt = try await publisher.publish(try standInPublication("Second.", head, .success), isDryRun: false)
        #expect(receipt.outline == ["updated comment", "updated check run"])
      }
    }

    @Test func `the token for fetching cannot write`() async throws {
      try await withStandInForge { forge in
        let token = try #require(try await ForgesAssembly().fetchToken(forge.appSettings())())
        let head = try #require(try await source(forge.settings(token: token.reveal())).pullRequest(2).head)
        let receipt = try await publisher(forge.settings(token: token.reveal()))
          .publish(try standInPublication("No.", head, .success), isDryRun: false)
        #expect(receipt.isRefused)
        #expect(try await forge.comments() == [])
      }
    }

    @Test func `errors name an unknown app, a wrong key and a missing installation`() async throws {
      try await withStandInForge { forge in
        func message(_ change: (inout ForgeSettings) -> Void) async throws -> String? {
          var settings = forge.appSettings()
          change(&settings)
          do {
            _ = try await source(settings).pullRequest(1)
            return nil
          } catch let error as ForgeError {
            return error.message
          }
        }
        #expect(try await message { $0.app?.id = "4243" } == "GitHub has no app 4243")
        let other = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
        #expect(
          try await message { $0.app?.privateKey = Secret(other) } == "GitHub rejects the signature of app 4242")
        #expect(
          try await message { $0.repository = "octo-org/ledger" } == "app 4242 is not installed for octo-org/ledger")
        #expect(try await message { _ in } == nil)
      }
    }
  }
}

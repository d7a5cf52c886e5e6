// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CurlTransport
import Forges
import Foundation
import JobQueue
import Logging
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// Secrets, which are in no page, no file and no message of the log.
struct CanaryTests {
  /// Keeps messages with their values.
  private struct Messages: LogHandler {
    let kept: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      kept.withLock {
        $0.append("\(event.message) \(event.metadata ?? [:]) \(metadata) \(event.error.map { "\($0)" } ?? "")")
      }
    }
  }

  @Test func `no secret is shown, written or logged`() async throws {
    try await withScratchDirectory { folder in
      var world = PagesWorld(in: folder)
      let messages = Locked<[String]>([])
      world.logger = Logger(label: "test") { _ in Messages(kept: messages) }
      let client = try SignInClient(
        SignInSettings(
          kind: .github, serverURL: "http://127.0.0.1:9", clientID: "client",
          clientSecret: Secret("a secret of sign-in"),
          transport: CurlTransportAssembly().transport, userAgent: "reviewbot/test"))
      world.signIn.withLock { $0 = client }
      world.linkLifetime.withLock { $0 = .seconds(3_600) }
      try await withPages(world) { pages in
        let world = pages.world
        let job = try await world.review()
        let cookie = try await world.session("ada")
        let session = String(cookie.dropFirst("reviewbot-session=".count))
        let form = try await pages.formToken("/", cookie: cookie)
        let made = try await pages.post("/r/\(job.id)/link", [("token", form)], cookie: cookie).body
        let link = String(try #require(made.firstMatch(of: /key=([A-Za-z0-9_-]{43})/)).1)
        let (lease, log) = try await world.start()
        var bodies: [String] = []
        for path in [
          "/", "/r/\(job.id)", "/r/\(job.id)/log", "/p/github/acme/shapes/7", "/sign-in", "/r/99", "/sign-in/github",
        ] {
          for cookie in [cookie, "reviewbot-link=\(job.id).\(link)", nil] {
            bodies.append(try await pages.get(path, cookie: cookie).body)
          }
        }
        try await world.finish(lease, log)
        bodies.append(try await pages.get("/r/\(job.id)", cookie: cookie).body)
        _ = try await pages.post("/r/\(job.id)/cancel", [("token", form)], cookie: cookie)
        let files = Self.files(world.folder)
        let logged = messages.withLock { $0 }
        #expect(logged.contains { $0.contains("link made") })
        let secrets = [session, link, "a secret of sign-in", "a secret of webhooks"]
        for secret in secrets {
          #expect(bodies.filter { $0.contains(secret) } == [])
          #expect(files.filter { $0.contains(secret) } == [])
          #expect(logged.filter { $0.contains(secret) } == [])
        }
        // The token of forms is in the pages of its session only.
        #expect(bodies.contains { $0.contains(form) })
        #expect((files + logged).filter { $0.contains(form) } == [])
      }
    }
  }

  private static func files(_ folder: ScratchDirectory) -> [String] {
    let path = folder.path.string
    return (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).map { name in
      name + " " + String(decoding: FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data(), as: UTF8.self)
    }
  }
}

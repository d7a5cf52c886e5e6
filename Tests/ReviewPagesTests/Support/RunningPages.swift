// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Findings
import Forges
import Foundation
import JobQueue
import Logging
import Reporting
import ReviewContract
import ReviewHost
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages
@testable import ReviewServer

/// The parts of a daemon whose pages are served during a test. They outlive a server.
struct PagesWorld: Sendable {
  static let shapes = RepositoryReference(forge: "github", name: "acme/shapes")
  static let secret = RepositoryReference(forge: "github", name: "acme/secret")

  let clock = ManualClock()
  let queue: InMemoryQueue
  let forges = StubForges(["github"])
  let folder: ScratchDirectory
  let logs: JobLogs
  var home: HomeDirectory { HomeDirectory(path: folder.path.appending("home")) }
  let values: FolderValues
  let access = Locked(PageAccess.members)
  let linkLifetime = Locked<Duration?>(nil)
  /// The kind of the forge `github`.
  let kind = Locked(ForgeKind.github)
  /// The sign-in of the forge `github`; `nil` for a forge without an application.
  let signIn = Locked<SignInClient?>(nil)
  let noted = Locked<[String]>([])
  /// The public address; `nil` for the one at which the pages are served.
  let origin = Locked<String?>(nil)
  var logger = PagesWorld.quiet

  init(in folder: ScratchDirectory) {
    self.folder = folder
    queue = InMemoryQueue(clock: clock)
    logs = JobLogs(
      folder: folder.path.appending("logs"), maximumBytes: { 1 << 30 },
      now: { [clock] in Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1000) })
    values = FolderValues(folder: folder.path.appending("values"))
    forges.change { state in
      state.repositories[Self.shapes] = StubForges.Repository(
        permissions: ["ada": .write, "bob": .read], heads: [7: Self.commit(1)])
      state.repositories[Self.secret] = StubForges.Repository(permissions: ["ada": .write])
    }
  }

  /// Returns equal commits for equal numbers.
  static func commit(_ number: Int) -> CommitID {
    let digits = String(number, radix: 16)
    guard let id = CommitID(String(repeating: "c", count: 40 - digits.count) + digits) else {
      preconditionFailure("a commit id of 40 digits")
    }
    return id
  }

  func settings(port: Int) throws -> PagesSettings {
    let address = try #require(ListenAddress("127.0.0.1:\(port)"))
    let origin = origin.withLock { $0 } ?? "http://127.0.0.1:\(port)"
    var settings = PagesSettings(
      address: address, addresses: PageAddresses(origin: origin), access: { access.withLock { $0 } },
      linkLifetime: { linkLifetime.withLock { $0 } }, limits: Self.limits, workers: 1)
    // Every change is seen at once.
    settings.pacing = PagePacing(
      state: .zero, records: .zero, interval: .milliseconds(1), quiet: 5, search: .seconds(86_400), rights: 1)
    return settings
  }

  /// Timeouts that no test reaches, even on a slow machine.
  private static var limits: IntakeLimits {
    var limits = IntakeLimits()
    limits.request = .seconds(86_400)
    limits.header = .seconds(86_400)
    limits.stopping = .milliseconds(100)
    return limits
  }

  func services() throws -> PagesServices {
    var section = ServedForge()
    section.name = "github"
    section.kind = kind.withLock { $0 }
    section.repositories = ["acme/*"]
    let forge = DaemonForge(
      section, of: ServerConfiguration(), webhookSecrets: try WebhookSecrets([Secret("a secret of webhooks")]),
      signIn: signIn.withLock { $0 } == nil ? nil : SignInSecrets(id: "client", secret: Secret("a secret of sign-in"))
    ) { .anonymous }
    var services = PagesServices(
      queue: queue, clients: forges, forges: { [forge] }, signIn: { _ in signIn.withLock { $0 } }, logs: logs,
      sharedLogs: nil, values: values, copies: folder.path.appending("copies"),
      memory: RepositoryMemory(home, sharedBy: nil, retention: .seconds(90 * 86_400)),
      document: { ReportDocument($0, rules: []) })
    services.wake = { pullRequest in noted.withLock { $0.append("woken for \(pullRequest)") } }
    return services
  }

  // MARK: Jobs

  /// Requests a review.
  @discardableResult
  func review(
    _ number: Int = 7, in repository: RepositoryReference = shapes, head: Int = 1, needsApproval: Bool = false
  ) async throws -> ReviewJob {
    let pullRequest = PullRequestReference(repository: repository, number: number)
    let outcome = try await queue.request(
      JobRequest(pullRequest, head: Self.commit(head), needsApproval: needsApproval, repeats: .always))
    let id = try #require(outcome.job)
    return try #require(await queue.job(id))
  }

  /// Starts the next job, and its log.
  func start() async throws -> (lease: Lease, log: JobLog) {
    let lease = try #require(await queue.claim(by: "worker"))
    return (lease, try #require(logs.begin(lease.job, Self.quiet)))
  }

  /// Ends a job with a sample report.
  func finish(_ lease: Lease, _ log: JobLog, report name: String = "testsRed") async throws {
    try await finish(lease, log, Self.report(name))
  }

  func finish(_ lease: Lease, _ log: JobLog, _ report: Report) async throws {
    await log.keep(report)
    await log.close()
    _ = try await queue.finish(lease, .done(head: lease.job.head, verdict: report.verdict.rawValue))
  }

  static func report(_ name: String) throws -> Report {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try ReportFile.decode(
      Data(contentsOf: tests.appendingPathComponent("ReportingTests/Golden/reports/\(name).json")))
  }

  static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Signs an account in without the forge, and returns the value of the field `Cookie`.
  func session(_ login: String) async throws -> String {
    let token = try await SessionStore(values: values).signIn(login, forge: "github", replacing: nil)
    return "reviewbot-session=\(token.text)"
  }
}

/// Pages that are served on this machine during a test.
struct RunningPages: Sendable {
  let world: PagesWorld
  let port: Int

  var address: String { "http://127.0.0.1:\(port)" }

  /// - Parameter cookie: the value of the field `Cookie`.
  func get(_ path: String, cookie: String? = nil) async throws -> PlainClient.Response {
    let client = try await PlainClient(port: port)
    return try await client.request("GET", path, cookie.map { [("Cookie", $0)] } ?? [])
  }

  /// Submits a form.
  func post(
    _ path: String, _ fields: [(String, String)] = [], cookie: String? = nil, site: String? = "same-origin"
  ) async throws -> PlainClient.Response {
    let body = fields.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    let head =
      [("Content-Type", "application/x-www-form-urlencoded")] + (cookie.map { [("Cookie", $0)] } ?? [])
      + (site.map { [("Sec-Fetch-Site", $0)] } ?? [])
    return try await PlainClient(port: port).request("POST", path, head, Array(body.utf8))
  }

  /// Returns the token of the forms of a page.
  func formToken(_ path: String, cookie: String) async throws -> String {
    let body = try await get(path, cookie: cookie).body
    let found = try #require(body.firstMatch(of: /name="token" value="([A-Za-z0-9_-]+)"/))
    return String(found.1)
  }
}

/// Serves pages while a function runs.
///
/// - Parameter port: the port of an earlier server; `nil` for a free one.
func withPages<Result: Sendable>(
  _ world: PagesWorld, port: Int? = nil, _ body: @escaping @Sendable (RunningPages) async throws -> Result
) async throws -> Result {
  // The address of the pages is a part of them, so that the port is chosen before the server listens.
  while true {
    let chosen = port ?? Int.random(in: 20_000..<32_000)
    do {
      return try await serve(world, at: chosen, body)
    } catch let error as ServingError where error.code == .address && port == nil {
      continue
    }
  }
}

private func serve<Result: Sendable>(
  _ world: PagesWorld, at port: Int, _ body: @escaping @Sendable (RunningPages) async throws -> Result
) async throws -> Result {
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  return try await withThrowingTaskGroup(of: Void.self) { group in
    let server = PagesServer(try world.settings(port: port), try world.services(), logger: world.logger)
    group.addTask {
      defer { continuation.finish() }
      try await server.run { continuation.yield($0.port) }
    }
    guard let port = await ports.first(where: { _ in true }) else {
      try await group.waitForAll()
      throw CancellationError()
    }
    let result = try await body(RunningPages(world: world, port: port))
    group.cancelAll()
    try await group.waitForAll()
    return result
  }
}

/// Serves the pages of a new world while a function runs.
func withPages<Result: Sendable>(
  _ body: @escaping @Sendable (RunningPages) async throws -> Result
) async throws -> Result {
  try await withScratchDirectory { folder in try await withPages(PagesWorld(in: folder), body) }
}

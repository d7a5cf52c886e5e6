// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import JobQueue
import Logging
import Reporting
import ReviewContract
import ReviewHost
import ReviewPages
import ReviewServer
import SystemPackage

/// The intake and the web pages in a separate process, with a review whose log grows: `pages-server SECRET FOLDER`.
struct PagesProcess {
  static let command = "pages-server"
  static let linesPerSecond = 1_000
  /// Where a reader finds the running review.
  static let path = "/r/1/events?after=0"

  let secret: String
  let folder: FilePath

  init(_ arguments: [String]) throws {
    guard arguments.count == 2 else { throw Failure("\(Self.command) SECRET FOLDER") }
    secret = arguments[0]
    folder = FilePath(arguments[1])
  }

  /// Prints the ports of the intake and of the pages, and serves until its standard input ends.
  func run() async throws {
    Thread.detachNewThread {
      _ = FileHandle.standardInput.readDataToEndOfFile()
      exit(0)
    }
    let logger = Logger(label: "pages") { _ in SwiftLogNoOpLogHandler() }
    var section = ServedForge()
    section.name = "forge"
    section.repositories = ["*/**"]
    let forge = DaemonForge(section, of: ServerConfiguration(), webhookSecrets: try WebhookSecrets([Secret(secret)])) {
      .anonymous
    }
    let queue = try JobQueueAssembly().queue(JobQueueSettings(file: folder.appending("queue.db")))
    let logs = JobLogs(folder: folder.appending("logs"), maximumBytes: { 1 << 30 })
    try await startReview(queue, logs, logger)
    let intake = IntakeServer(
      IntakeSettings(address: "127.0.0.1:0", forges: [forge]), queue: queue,
      health: HealthEndpoints(readiness: { .ready }, metrics: { "" }), logger: logger)
    let pages = PagesServer(
      PagesSettings(
        address: "127.0.0.1:0", addresses: PageAddresses(origin: "http://127.0.0.1"), access: { .everyone }),
      PagesServices(
        queue: queue, clients: OpenRepositories(), forges: { [forge] }, signIn: { _ in nil }, logs: logs,
        sharedLogs: nil, values: FolderValues(folder: folder.appending("values")),
        copies: folder.appending("copies"),
        memory: RepositoryMemory(
          HomeDirectory(path: folder.appending("home")), sharedBy: nil, retention: .seconds(90 * 86_400)),
        document: { ReportDocument($0, rules: []) }), logger: logger)
    let (ports, continuation) = AsyncStream<(isPages: Bool, port: Int)>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await intake.run { continuation.yield((false, $1.port)) } }
      group.addTask { try await pages.run { continuation.yield((true, $0.port)) } }
      group.addTask {
        var found: [Bool: Int] = [:]
        for await (isPages, port) in ports {
          found[isPages] = port
          guard let intake = found[false], let pages = found[true] else { continue }
          // Fails only if the parent has ended, which also ends the standard input and this process.
          try? FileHandle.standardOutput.write(contentsOf: Data("\(intake) \(pages)\n".utf8))
          break
        }
      }
      try await group.waitForAll()
    }
  }

  /// Starts a review whose log gets lines from a thread of its own.
  private func startReview(_ queue: any ReviewQueue, _ logs: JobLogs, _ logger: Logger) async throws {
    let pullRequest = PullRequestReference(
      repository: RepositoryReference(forge: "forge", name: "acme/shapes"), number: 1)
    guard let head = CommitID(String(repeating: "a", count: 40)) else { throw Failure("an invalid commit") }
    _ = try await queue.request(JobRequest(pullRequest, head: head))
    guard let lease = try await queue.claim(by: "benchmark", ClaimScope()), let log = logs.begin(lease.job, logger)
    else { throw Failure("no job to claim") }
    log.write(.started(stage: "tests"))
    Thread.detachNewThread {
      var number = 0
      while true {
        for _ in 0..<10 {
          number += 1
          log.write(.output(line: "[\(number)] Compiling Shapes Circle.swift, a line as builds and tests print them"))
        }
        usleep(useconds_t(10 * 1_000_000 / Self.linesPerSecond))
      }
    }
  }
}

/// Public repositories.
private struct OpenRepositories: RepositoryClients {
  let named: [RepositoryReference] = []
  let forges = ["forge"]

  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? { OpenRepository() }
  func discover(_ forge: String, last: DiscoveredRepositories?) async throws -> DiscoveredRepositories? { nil }
}

private struct OpenRepository: RepositoryClient {
  var policy: RepositoryPolicy {
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("a valid name") }
    return RepositoryPolicy(marker: marker)
  }

  var progressWrites: ProgressWrites { .once }

  private var unused: ForgeError { ForgeError(.failed, "a reader needs no other request") }

  func visibility() async throws(ForgeError) -> RepositoryVisibility { .everyone }
  func permission(of account: String) async throws(ForgeError) -> Permission { .none }
  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest { throw unused }
  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest] { throw unused }
  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment { throw unused }
  func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool { throw unused }
  func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool { throw unused }
  func branchTip(_ name: String) async throws(ForgeError) -> CommitID? { throw unused }
  func defaultBranch() async throws(ForgeError) -> String? { throw unused }
  func publish(
    _ publication: Publication, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> Receipt { throw unused }
  func renewStatus(
    of commit: CommitID, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> StatusRenewal { throw unused }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import JobQueue
import ReviewContract
import ReviewTesting
import SystemPackage

@testable import ServerCommands
@testable import ReviewServer

/// Runs a forge with a repository, and makes the folder of a daemon that reviews it.
func withService(
  of tiny: TinyRepository = TinyRepository(content: .noPackage),
  _ settings: ServiceDirectory.Settings = ServiceDirectory.Settings(),
  _ body: (StandInForge, ServiceDirectory) async throws -> Void
) async throws {
  try await withStandInForge(prepare: tiny.add) { forge in
    try await withScratchDirectory { folder in
      try await body(forge, ServiceDirectory(in: folder, for: forge, settings))
    }
  }
}

/// The file and the secrets of an operator, and the state folder of the daemon.
struct ServiceDirectory: Sendable {
  enum Credential: Sendable {
    /// The token with permission to read and write.
    case token
    case app
  }

  /// The settings that tests change.
  struct Settings: Sendable {
    var kind = ForgeKind.github
    var credential = Credential.token
    var repositories = ["acme/tiny"]
    var sandbox = "none"
    var workers = 2
    var shutdown = "25s"
    var logLevel = "debug"
    /// The state folder; `nil` for one below the scratch folder.
    var state: FilePath?
    /// A conninfo string of the queue's database; `nil` for a queue in ``state``.
    var database: String?
    /// The password of the database's user; `nil` for none.
    var databasePassword: String?
    /// The value of `--role`; `nil` for all roles.
    var roles: String?
    /// The value of `--labels`; `nil` for none.
    var labels: String?
    /// `--record DIR` or `--forge-folder DIR`.
    var session: [String] = []
    /// The port of the web pages; `nil` for no pages.
    var pagesPort: Int?
    /// The value of `allowed_labels`.
    var allowedLabels: String?
    /// The name of the operator's file: each daemon has one.
    var name = "server"
    /// Another program than the one that was built with the tests.
    var executable: FilePath?
  }

  static let webhookSecret = "a-secret-of-webhooks-0123456789"

  let folder: ScratchDirectory
  let program: BuiltProgram
  let state: FilePath
  let token: String
  /// The daemon's `PATH`: without a sandbox it leads to a shared module cache.
  let searchPath: String
  private let forge: StandInForge
  private let kind: ForgeKind
  private let settings: Settings

  init(in folder: ScratchDirectory, for forge: StandInForge, _ settings: Settings = Settings()) throws {
    self.folder = folder
    self.forge = forge
    kind = settings.kind
    self.settings = settings
    program = try BuiltProgram(in: folder, executable: settings.executable)
    state = settings.state ?? folder.path.appending("state")
    let own = ProcessInfo.processInfo.environment
    searchPath = (settings.sandbox == "none" ? SharedModules.environment() : own)["PATH"] ?? "/usr/bin:/bin"
    token = Self.token(of: settings.kind)
    try Self.writeSecret("webhook-secret", Self.webhookSecret, in: folder)
    try Self.writeSecret("token", token, in: folder)
    if let password = settings.databasePassword { try Self.writeSecret("database-password", password, in: folder) }
    let key = try String(contentsOfFile: forge.world.appending("app.private-key.pem").string, encoding: .utf8)
    try Self.writeSecret("app.pem", key, in: folder)
    try folder.write("\(settings.name).yml", text(settings))
  }

  /// Another machine, with the same file but for the state folder.
  func otherMachine(
    _ forge: StandInForge, _ settings: Settings, roles: String? = nil, named name: String = "other"
  ) throws -> ServiceDirectory {
    var other = settings
    other.roles = roles
    other.name = name
    other.state = folder.path.appending("\(name)-state")
    return try ServiceDirectory(in: folder, for: forge, other)
  }

  /// The token with permission to read and write.
  static func token(of kind: ForgeKind) -> String {
    switch kind {
    case .gitlab: "glpat-example"
    case .gitea: "gitea-example"
    default: StandInForge.token
    }
  }

  /// The daemon's arguments, besides that of its file.
  var arguments: [String] {
    (settings.roles.map { ["--role", $0] } ?? []) + (settings.labels.map { ["--labels", $0] } ?? [])
      + settings.session
  }

  /// The operator's file.
  var file: FilePath { folder.path.appending("\(settings.name).yml") }

  /// Starts the daemon, and waits until it accepts webhooks.
  func start(environment: [String: String] = [:], launcher: String? = nil) async throws -> ServedProgram {
    try await ServedProgram(self, environment: environment, launcher: launcher)
  }

  /// Adds a webhook by which the forge notifies the daemon about events in a repository.
  func addHook(to served: ServedProgram, of repository: String = "acme/tiny") async throws {
    try await forge.addHook(repository, url: served.webhookURL(kind), secret: Self.webhookSecret, flavor: kind)
  }

  /// `reviewbot jobs`, beside the daemon or without one.
  func jobs(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    // A folder of its own, because several such programs may run at once.
    let place = try folder.folder("jobs-\(UUID().uuidString)")
    return try await BuiltProgram(in: place).run(
      ["jobs"] + arguments.prefix(1) + ["--config", file.string] + arguments.dropFirst())
  }

  /// All jobs, the newest first, as the program lists them.
  func listedJobs() async throws -> [ShownJob] {
    let outcome = try await jobs("list", "--format", "json", "--limit", "1000")
    guard outcome.status == 0 else { throw ServedProgram.Failure(description: outcome.errors) }
    return try outcome.output.split(separator: "\n").map { line in
      try JSONDecoder().decode(ShownJob.self, from: Data(line.utf8))
    }
  }

  /// All jobs, the newest first, read from the queue.
  func allJobs() async throws -> [ShownJob] { try await allJobs(in: reader) }

  /// A connection of its own, as that of `reviewbot jobs list`.
  private var reader: any QueueReader {
    get throws { try QueueLocation(ServerConfigurationReader().read(file: file.string), file: file.string).reader() }
  }

  private func allJobs(in reader: any QueueReader) async throws -> [ShownJob] {
    try await JobSelection(limit: 1000).jobs(in: reader).map(ShownJob.init)
  }

  /// Waits until the jobs fulfil a condition.
  @discardableResult
  func wait(forJobs what: String, until isSo: ([ShownJob]) -> Bool) async throws -> [ShownJob] {
    var jobs: [ShownJob] = []
    do {
      if settings.database != nil { return try await poll(what, until: isSo) }
      // The queue is a file in this directory: each change of a job is written there. A file that is opened and closed
      // for each read would be a change as well.
      let (watch, reader) = (try FileWatch(state), try reader)
      try await watch.wait {
        jobs = try await allJobs(in: reader)
        return isSo(jobs)
      }
    } catch is FileWatch.TimedOut {
      throw ServedProgram.Failure(description: "never came: \(what); there are \(jobs)")
    }
    return jobs
  }

  /// A database changes no file, so the jobs are read again when one of their daemons writes to its log.
  private func poll(_ what: String, until isSo: ([ShownJob]) -> Bool) async throws -> [ShownJob] {
    let (watch, reader) = (try FileWatch(folder.path), try reader)
    var jobs: [ShownJob] = []
    try await watch.wait {
      jobs = try await allJobs(in: reader)
      return isSo(jobs)
    }
    return jobs
  }

  /// Waits until no job is open, and returns all jobs.
  @discardableResult
  func waitUntilIdle() async throws -> [ShownJob] {
    try await wait(forJobs: "an end of all jobs") { jobs in jobs.allSatisfy { !$0.isOpen } }
  }

  /// Writes a file that only its owner may read.
  static func writeSecret(_ name: String, _ text: String, in folder: ScratchDirectory) throws {
    // Another machine of the test may be reading it: its file is replaced as a whole.
    let new = try folder.write("\(name).\(UUID().uuidString)", text + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: new.string)
    guard rename(new.string, folder.path.appending(name).string) == 0 else { throw Errno(rawValue: errno) }
  }

  private func text(_ settings: Settings) -> String {
    let credential =
      switch settings.credential {
      case .token: "token: \(folder.path)/token"
      case .app: "app: {id: \"4242\", key: \(folder.path)/app.pem}"
      }
    // The stand-in has GitHub's API at its root, unlike other servers than the public one.
    let api = settings.kind == .github ? "\n    api: \(forge.url)" : ""
    return """
      version: 1
      listen: 127.0.0.1:0
      state: \(state)\(queue(settings))\(settings.allowedLabels.map { "\nallowed_labels: [\($0)]" } ?? "")
      forges:
        - kind: \(settings.kind.rawValue)
          url: \(forge.url)\(api)
          webhook_secrets: [\(folder.path)/webhook-secret]
          \(credential)
          repositories: [\(settings.repositories.joined(separator: ", "))]
      sandbox: {backend: \(settings.sandbox)}
      limits: {workers: \(settings.workers), free_space: 256M, shutdown_grace_period: \(settings.shutdown)}
      reconcile: {interval: off}
      log: {level: \(settings.logLevel), format: json}\(pages(settings))

      """
  }

  private func pages(_ settings: Settings) -> String {
    settings.pagesPort.map { port in
      "\npages: {url: \"http://127.0.0.1:\(port)\", listen: \"127.0.0.1:\(port)\", access: public}"
    } ?? ""
  }

  private func queue(_ settings: Settings) -> String {
    guard let connection = settings.database else { return "" }
    let password = settings.databasePassword.map { _ in ", password_file: \(folder.path)/database-password" } ?? ""
    return "\nqueue: {connection: \"\(connection)\"\(password)}"
  }
}

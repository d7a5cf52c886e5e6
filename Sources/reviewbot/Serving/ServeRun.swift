// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import CoreMetrics
import Foundation
import Isolation
import JobQueue
import Logging
import NetworkAddressing
import Observability
import ReviewContract
import ReviewHost
import ReviewServer
import SwiftBuild
import SystemPackage

/// One run of the daemon, from startup to shutdown.
struct ServeRun: Sendable {
  let service: ServedService
  let environment: [String: String]
  let stop: StopSignal

  private var configuration: ServerConfiguration { service.configuration }

  func perform() async throws {
    umask(0o077)
    let log = logger()
    for note in service.notes { log.warning("\(note)") }
    let places = Places(home: FilePath(configuration.state.path))
    let state = StateDirectory(path: places.home)
    let queue = try openQueue(state.queue)
    do {
      // The queue is locked exclusively, so existing runs are left over from a terminated daemon.
      removeRuns(places, log)
      try await checkToolchain()
      let sandbox = try await chooseSandbox(places)
      log.info(
        "starting",
        metadata: [
          "version": "\(Reviewbot.version)", "state": "\(places.home)", "sandbox": "\(sandbox.level.rawValue)",
          "limits": "\(sandbox.limits.words)",
        ])
      try await serve(queue, state, places, sandbox, log)
    } catch {
      await close(queue, log)
      throw error
    }
    await close(queue, log)
    log.info("ended")
  }

  // MARK: Serving

  private func serve(
    _ queue: any ReviewQueue, _ state: StateDirectory, _ places: Places, _ sandbox: SandboxDecision, _ log: Logger
  ) async throws {
    let registry = PrometheusRegistry()
    DaemonMetrics.describe { registry.describe($0, $1) }
    MetricsSystem.bootstrap(PrometheusFactory(registry))
    let space = FreeSpace(folder: places.home, bytes: configuration.limits.freeSpace.bytes)
    let daemon = try daemon(queue, places, sandbox, space, log)
    stop.onStop { daemon.stop() }
    let intake = IntakeServer(
      intakeSettings, queue: queue, health: health(queue, daemon, space, registry),
      events: IntakeEvents(
        onRecorded: { delivery, _ in daemon.wake(for: delivery.pullRequest) },
        onInstallation: { _, _ in daemon.reconcile() }), logger: log)
    let control = ControlServer(socket: state.socket, queue: queue, logger: log) { daemon.wake(for: $0.pullRequest) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await intake.run { endpoint, address in
          log.info("listening", metadata: ["endpoint": "\(endpoint)", "address": "\(address)"])
        }
      }
      group.addTask { try await control.run() }
      group.addTask {
        await daemon.run()
        // The intake records deliveries until the daemon has stopped; end it now.
        throw CancellationError()
      }
      do {
        // Unlike `waitForAll`, `next` throws as soon as one task throws.
        while try await group.next() != nil {}
      } catch {
        daemon.stop()
        group.cancelAll()
        guard error is CancellationError else { throw error }
      }
    }
  }

  private var intakeSettings: IntakeSettings {
    var limits = IntakeLimits()
    limits.body = configuration.limits.bodySize.bytes
    limits.bodiesInFlight = configuration.limits.bodiesInFlight.bytes
    limits.connections = configuration.limits.connections
    limits.request = configuration.limits.requestTimeout.duration
    limits.trustedProxies = configuration.trustedProxies.map(\.range)
    return IntakeSettings(
      address: configuration.listen, healthAddress: configuration.managementListen,
      forges: service.intakes, limits: limits, commandName: configuration.name.marker.name)
  }

  private func health(
    _ queue: any ReviewQueue, _ daemon: Daemon, _ space: FreeSpace, _ registry: PrometheusRegistry
  ) -> HealthEndpoints {
    HealthEndpoints(
      readiness: {
        var reasons = [space.obstacle].compactMap(\.self)
        if stop.isStopped { reasons.append("the daemon is shutting down") }
        do {
          _ = try await queue.nextDue()
        } catch {
          reasons.append("cannot read the queue: \(error)")
        }
        return Readiness(reasons: reasons)
      },
      metrics: {
        await daemon.measure()
        return registry.text()
      })
  }

  // MARK: Parts

  private func daemon(
    _ queue: any ReviewQueue, _ places: Places, _ sandbox: SandboxDecision, _ space: FreeSpace, _ log: Logger
  ) throws -> Daemon {
    let parts = AppContext(environment: environment, answers: places.answers) { line in
      log.trace("forge", metadata: ["request": "\(line)"])
    }
    let clients = LiveRepositoryClients(forges: service.forges, catalogue: parts.catalogue, inspector: parts.inspector)
    {
      try parts.forge($0, base: nil, serverURL: $1, credential: $2)
    }
    let shelf = ReportShelf(folder: places.reports, log: log) { Date() }
    var options = HostReview.Options()
    options.fetchTimeout = configuration.limits.fetchTimeout
    options.mirrorsSize = configuration.limits.mirrorsSize
    options.gitCredential = Secrets.current.gitCredential
    options.allowedHosts = configuration.dependencies.allowedHosts.map(\.description)
    options.dependencyTokens = service.dependencyTokens
    options.rewrites = configuration.dependencies.rewrites
    options.demandsHead = true
    options.retriesShortages = true
    let reviewer = PipelineReviewer(
      clients: clients, environment: environment, places: places, sandbox: sandbox, sandboxChoice: sandboxChoice,
      landlock: configuration.sandbox.landlock, options: options, shelf: shelf,
      publication: {
        try ReportOutput($0, marker: $1, listedFindings: $2, renderers: parts.renderers).publication
      }, log: log)
    var times = DaemonTimes()
    times.shutdown = configuration.limits.shutdownGracePeriod.duration
    times.reconciling = configuration.reconcile.interval.span?.duration ?? .seconds(1_000 * 86_400)
    let owner = "\(ProcessInfo.processInfo.hostName.prefix(100)):\(getpid())"
    return Daemon(
      queue: queue, clients: clients, reviewer: reviewer,
      settings: DaemonSettings(
        workers: configuration.limits.workers, owner: owner, policy: configuration.queuePolicy, times: times),
      metrics: DaemonMetrics(factory: MetricsSystem.factory), log: log,
      masked: { KnownSecrets.ofProgram.masked($0) }, obstacle: { space.obstacle },
      housekeeping: {
        shelf.sweep()
        places.removeOldRuns()
        places.removeUnusedBuilds()
      })
  }

  private func logger() -> Logger {
    let output = LineOutput(descriptor: STDERR_FILENO)
    let settings = configuration.log
    return Logger(label: "reviewbot") { label in
      LineLogHandler(label: label, level: settings.level, format: settings.format, mask: KnownSecrets.ofProgram.mask) {
        output.write($0)
      }
    }
  }

  private func openQueue(_ file: FilePath) throws -> any ReviewQueue {
    try JobQueueAssembly().queue(JobQueueSettings(file: file, policy: configuration.queuePolicy))
  }

  private func close(_ queue: any ReviewQueue, _ log: Logger) async {
    do {
      try await queue.close()
    } catch {
      // Committed transactions are on disk nevertheless.
      log.warning("cannot close the queue", metadata: ["error": "\(error)"])
    }
  }

  private var sandboxChoice: SandboxChoice { configuration.sandbox.backend }

  /// Fails at startup: without a toolchain, every review would fail and publish the failure.
  private func checkToolchain() async throws {
    do {
      _ = try await ToolchainInspection(environment: environment)
    } catch {
      throw RunError(
        "there is no Swift toolchain: \(error)",
        remedy: "install one, and add it to the daemon's PATH; see reviewbot doctor")
    }
  }

  /// Chooses a sandbox and runs its self-test. Without one the daemon does not start, because it runs unattended.
  private func chooseSandbox(_ places: Places) async throws -> SandboxDecision {
    try FileManager.default.createDirectory(atPath: places.runs.string, withIntermediateDirectories: true)
    let section = configuration.sandbox
    let decision = try await SandboxDecision.make(
      sandboxChoice, image: section.image?.name, runtime: section.runtime?.name, ids: section.ids?.range,
      groups: section.controlGroups, reviews: configuration.limits.workers, places: places, environment: environment)
    guard decision.level != .none || sandboxChoice == .none else {
      throw RunError(
        "there is no sandbox: \(SandboxDecision.words(decision.obstacles))",
        remedy: "see reviewbot doctor; sandbox: {backend: none} runs the code as the daemon's user")
    }
    return decision
  }

  private func removeRuns(_ places: Places, _ log: Logger) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: places.runs.string)) ?? [] {
      do {
        try DirectoryRemoval.remove(places.runs.appending(name))
      } catch {
        log.warning(
          "cannot remove a folder", metadata: ["folder": "\(name)", "error": "\(String(systemError: error))"])
      }
    }
  }
}

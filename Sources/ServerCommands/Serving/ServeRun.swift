// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import CommandSupport
import CInterop
import ConfigurationFiles
import ContainedFiles
import CoreMetrics
import Foundation
import Isolation
import JobQueue
import Logging
import NetworkAddressing
import Observability
import PostgresStore
import ResourceLoading
package import ReviewContract
import ReviewHost
import ReviewPages
package import ReviewServer
import SwiftBuild
import SystemPackage
import WorkerProtocol

/// One run of the daemon, from startup to shutdown.
package struct ServeRun: Sendable {
  private let file: String
  /// The most recently loaded service.
  private let service: Locked<ServedService>
  private let roles: Set<DaemonRole>
  /// The labels of `--labels`.
  private let labels: Set<WorkerLabel>
  private let environment: [String: String]
  private let session: ForgeSession
  private let stop: StopSignal
  private let substitutes: ServeSubstitutes

  /// The current configuration. Keys that a reload does not change have their values from the start.
  private var configuration: ServerConfiguration { service.withLock { $0.configuration } }

  /// - Throws: ``UsageError`` if roles are left out although no other process can use the queue, and for labels without
  ///   the role worker.
  package init(
    file: String, service: ServedService, roles: Set<DaemonRole>, labels: Set<WorkerLabel>,
    environment: [String: String], session: ForgeSession = .network, stop: StopSignal,
    substitutes: ServeSubstitutes = ServeSubstitutes()
  ) throws(UsageError) {
    // The pages are no part of the work on the queue.
    let needed = DaemonRole.all.subtracting([.pages])
    guard roles.isSuperset(of: needed) || service.configuration.queue != nil else {
      throw UsageError(
        "--role leaves out \(DaemonRole.allCases.filter { needed.contains($0) && !roles.contains($0) }.map(\.rawValue).joined(separator: ", "))"
          + ", and no other process can use a queue in a file",
        remedy: "name a database with the key queue, or leave out --role")
    }
    guard roles != [.pages] || service.configuration.pages.url != nil else {
      throw UsageError("--role pages has no effect without pages", remedy: "add pages: {url: …} to \(file)")
    }
    guard labels.isEmpty || roles.contains(.worker) else {
      throw UsageError(
        "--labels has no effect without the role worker", remedy: "add worker to --role, or leave it out")
    }
    self.file = file
    self.roles = roles
    self.labels = labels
    self.service = Locked(service)
    self.environment = environment
    self.session = session
    self.stop = stop
    self.substitutes = substitutes
  }

  package func perform() async throws {
    umask(0o077)
    let log = logger()
    for note in service.withLock({ $0.notes }) { log.warning("\(note)") }
    let home = HomeDirectory(path: FilePath(configuration.state.path))
    let state = StateDirectory(path: home.path)
    let location = QueueLocation(configuration, file: file)
    let opened = try location.open(policy)
    do {
      // The state folder is locked exclusively, so existing runs are left over from a terminated daemon.
      removeRuns(home, log)
      let worker =
        roles.contains(.worker) && substitutes.reviewer == nil
        ? try await ServeWorker(configuration, labels: labels, home: home, environment: environment) : nil
      defer { worker?.program?.remove() }
      var metadata: Logger.Metadata = [
        "version": "\(ProgramVersion.number)", "state": "\(home.path)",
        "queue": location.isShared ? "PostgreSQL" : "\(state.queue)",
      ]
      if roles != DaemonRole.all { metadata["roles"] = "\(roles.map(\.rawValue).sorted().joined(separator: ", "))" }
      if let worker {
        metadata["sandbox"] = "\(worker.sandbox.level.rawValue)"
        metadata["limits"] = "\(worker.sandbox.limits.description)"
        metadata["labels"] = "\(worker.labels.sorted().map(\.name).joined(separator: ", "))"
      }
      log.info("starting", metadata: metadata)
      try await serve(opened, state, home, worker, log)
    } catch {
      await close(opened, log)
      throw error
    }
    await close(opened, log)
    log.info("ended")
  }

  // MARK: Serving

  private func serve(
    _ opened: OpenedQueue, _ state: StateDirectory, _ home: HomeDirectory, _ worker: ServeWorker?, _ log: Logger
  ) async throws {
    let queue = opened.queue
    let registry = PrometheusRegistry()
    DaemonMetrics.describe { registry.describe($0, $1) }
    TestMetrics.describe { registry.describe($0, $1) }
    PolicyComparison.describe { registry.describe($0, $1) }
    ProgramWatch.describe { registry.describe($0, $1) }
    MetricsSystem.bootstrap(PrometheusFactory(registry))
    let space: @Sendable () -> String? = { [self] in
      FreeSpace(folder: home.path, bytes: configuration.limits.freeSpace.bytes).obstacle
    }
    let program = ProgramWatch(log)
    let common = ServeCommon(
      { [self] in service.withLock { $0 } }, opened, home, environment: environment, session: session, log)
    let daemon = daemon(opened, home, common, worker, program, space, log)
    let pages =
      roles.contains(.pages)
      ? ServePages(
        { [self] in service.withLock { $0 } }, opened, home, common, daemon, isWorker: roles.contains(.worker),
        space: space, log) : nil
    let comparison = PolicyComparison(opened, configuration, file: file)
    comparison?.warn(log)
    stop.onStop { daemon.stop() }
    let intake = IntakeServer(
      intakeSettings, queue: queue, health: health(queue, daemon, comparison, program, space, registry),
      events: IntakeEvents(
        onRecorded: { delivery, receipt in daemon.wake(after: delivery, receipt) },
        onInstallation: { _, _ in daemon.reconcile() }), outage: daemon.outage, logger: log)
    let control = ControlServer(
      socket: state.socket, queue: queue, logger: log,
      isConfigured: { [self] scope in service.withLock { $0.isConfigured(scope) } },
      check: { await daemon.check($0) },
      masked: { KnownSecrets.ofProgram.masked($0) },
      onChange: { daemon.wake(for: $0) })
    // Installed before the daemon reports that it is listening, so that no later request to reload is lost.
    let hangup = await HangupSignal()
    defer { hangup.cancel() }
    let requests = hangup.requests
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await intake.run { endpoint, address in
          log.info("listening", metadata: ["endpoint": "\(endpoint)", "address": "\(address)"])
        }
      }
      group.addTask { try await control.run() }
      if let pages {
        group.addTask {
          try await pages.server.run { address in
            log.info("listening", metadata: ["endpoint": "pages", "address": "\(address)"])
          }
        }
      }
      group.addTask {
        // Ends when the group is cancelled.
        for await _ in requests { reload(intake, daemon, comparison, log) }
      }
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

  /// Reads the file and the secrets again. After an error the current values stay in effect.
  private func reload(_ intake: IntakeServer, _ daemon: Daemon, _ comparison: PolicyComparison?, _ log: Logger) {
    do {
      let (next, changes, written) = try service.withLock { $0 }.reloaded(
        file: file, catalogue: AppContext(environment: environment).catalogue)
      let needsRestart = comparison?.update(written, changes) ?? changes
      service.withLock { $0 = next }
      intake.update(next.forges, debounce: next.configuration.debounce.duration)
      for note in next.notes { log.warning("\(note)") }
      if !needsRestart.isEmpty {
        log.warning(
          "changes of these keys take effect at the next start",
          metadata: ["keys": "\(needsRestart.joined(separator: ", "))"])
      }
      comparison?.warn(log)
      log.notice("configuration reloaded", metadata: ["file": "\(file)"])
      // The set of repositories may have changed, and jobs may wait for a credential.
      daemon.reconcile()
      daemon.wake(for: nil)
    } catch {
      log.error("configuration not reloaded; the previous one stays in effect", metadata: ["error": "\(error)"])
    }
  }

  private var intakeSettings: IntakeSettings {
    var limits = IntakeLimits()
    limits.body = configuration.limits.bodySize.bytes
    limits.bodiesInFlight = configuration.limits.bodiesInFlight.bytes
    limits.connections = configuration.limits.connections
    limits.request = configuration.limits.requestTimeout.duration
    limits.trustedProxies = configuration.trustedProxies.map(\.range)
    var settings = IntakeSettings(
      address: configuration.listen, healthAddress: configuration.managementListen,
      forges: service.withLock { $0.forges }, limits: limits, commandName: configuration.name.marker.name,
      debounce: configuration.debounce.duration)
    settings.receivesWebhooks = roles.contains(.intake)
    return settings
  }

  private func health(
    _ queue: any ReviewQueue, _ daemon: Daemon, _ comparison: PolicyComparison?, _ program: ProgramWatch,
    _ space: @escaping @Sendable () -> String?, _ registry: PrometheusRegistry
  ) -> HealthEndpoints {
    HealthEndpoints(
      readiness: {
        let outages = daemon.outages
        var reasons = [space(), outages.reason].compactMap(\.self)
        if stop.isStopped { reasons.append("the daemon is shutting down") }
        do {
          _ = try await queue.nextDue()
        } catch {
          reasons.append("cannot read the queue: \(String(systemError: error))")
        }
        let notes =
          outages.notes + daemon.credentialNotes + (comparison?.differences ?? []) + [program.note].compactMap(\.self)
        return Readiness(reasons: reasons, notes: notes)
      },
      metrics: {
        await daemon.measure()
        comparison?.measure(MetricsSystem.factory)
        program.measure(MetricsSystem.factory)
        return registry.text()
      })
  }

  // MARK: Parts

  private func daemon(
    _ opened: OpenedQueue, _ home: HomeDirectory, _ common: ServeCommon, _ worker: ServeWorker?,
    _ program: ProgramWatch,
    _ space: @escaping @Sendable () -> String?, _ log: Logger
  ) -> Daemon {
    let pages = configuration.pages.url.map { PageAddresses(origin: $0.url) }
    let shelf = opened.shared.map { ReportShelf($0, log: log) } ?? ReportShelf(folder: home.reports, log: log)
    let pipeline = worker.map { worker in
      PipelineReviewer(
        clients: common.clients, environment: environment, home: home, sandbox: worker.sandbox,
        sandboxChoice: configuration.sandbox.backend, landlock: configuration.sandbox.landlock,
        options: { [self] in options(labels: worker.labels, machine: opened.machine?.process.machine) }, shelf: shelf,
        sharedResults: opened.shared.map {
          SharedBaseResults($0, retention: configuration.retention.tests.duration)
        }, logs: common.logs, metrics: TestMetrics(factory: MetricsSystem.factory), pages: pages,
        publication: {
          try ReportOutput(
            $0, into: nil, marker: $1, choice: $2, renderers: common.parts.renderers, readsCommands: true
          ).publication
        }, explain: { RuleComment.text(about: $0, custom: $1) }, log: log)
    }
    let reviewer: (any CommitReviewer)? = roles.contains(.worker) ? substitutes.reviewer ?? pipeline : nil
    var times = DaemonTimes()
    times.shutdown = configuration.limits.shutdownGracePeriod.duration
    times.reconciling = configuration.reconcile.interval.span?.duration ?? .seconds(1_000 * 86_400)
    times.discovering = configuration.discovery.interval.span?.duration ?? .seconds(1_000 * 86_400)
    // Other hosts also add jobs.
    if configuration.queue != nil {
      times.polling = .seconds(5)
      times.settlingInterval = .seconds(30)
    }
    let owner = "\(ProcessInfo.processInfo.hostName.prefix(100)):\(getpid())"
    var settings = DaemonSettings(
      workers: configuration.limits.workers, roles: roles, owner: owner, times: times)
    settings.labels = worker?.labels ?? labels
    settings.machine = opened.machine?.process.machine
    settings.pages = pages
    let pageValues = opened.shared == nil ? FolderValues(folder: home.pages.appending("values")) : nil
    return Daemon(
      queue: opened.queue, clients: common.clients, reviewer: reviewer, settings: settings,
      metrics: DaemonMetrics(factory: MetricsSystem.factory, labels: configuration.allowedLabels), log: log,
      reviewTimeout: { [self] in configuration.limits.reviewTimeout.duration },
      masked: { KnownSecrets.ofProgram.masked($0) }, obstacle: { space() },
      housekeeping: { [self] in
        let configuration = configuration
        program.check()
        shelf.sweep()
        home.removeOldRuns()
        home.removeUnusedBuilds()
        DiskCaches(home, bounds: configuration.cacheBounds).pruneIfDue()
        common.logs.sweep(
          retention: configuration.retention.logs.duration, ofReports: configuration.retention.pages.duration)
        pageValues?.sweep()
      })
  }

  /// - Parameter machine: the name of this machine among those with the same queue; `nil` if it is the only one.
  private func options(labels: Set<WorkerLabel>, machine: String?) -> HostReview.Options {
    let (configuration, tokens) = service.withLock { ($0.configuration, $0.dependencyTokens) }
    var options = HostReview.Options()
    options.fetchTimeout = configuration.limits.fetchTimeout
    options.buildTimeout = configuration.limits.buildTimeout
    options.testsTimeout = configuration.limits.testsTimeout
    options.linters = configuration.linters
    options.defaults = configuration.defaults
    options.mirrorsSize = configuration.limits.mirrorsSize
    options.gitCredential = Secrets.current.gitCredential
    options.worker.allowedHosts = configuration.dependencies.allowedHosts.map { AllowedHost($0) }
    options.dependencyTokens = tokens
    options.rewrites = configuration.dependencies.mirrors
    options.demandsHead = true
    options.worker.retriesShortages = true
    options.tests.name = machine ?? ""
    options.tests.label = labels.sorted().map(\.name).joined(separator: " ")
    options.tests.retention = configuration.retention.tests
    options.labels = WorkerLabels(offered: labels, allowed: Set(configuration.allowedLabels))
    return options
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

  private func close(_ queue: OpenedQueue, _ log: Logger) async {
    do {
      try await queue.close()
    } catch {
      // Committed transactions are on disk nevertheless.
      log.warning("cannot close the queue", metadata: ["error": "\(String(systemError: error))"])
    }
  }

  /// The policy that the queue is opened with.
  private var policy: QueuePolicy {
    var policy = configuration.queuePolicy
    if let losses = substitutes.maximumLosses { policy.maximumLosses = losses }
    return policy
  }

  private func removeRuns(_ home: HomeDirectory, _ log: Logger) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: home.runs.string)) ?? [] {
      do {
        try DirectoryRemoval.remove(home.runs.appending(name))
      } catch {
        log.warning(
          "cannot remove a folder", metadata: ["folder": "\(name)", "error": "\(String(systemError: error))"])
      }
    }
  }
}

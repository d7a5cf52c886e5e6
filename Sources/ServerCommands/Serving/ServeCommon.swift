// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import CoreMetrics
import JobQueue
import Logging
import ResourceLoading
import ReviewHost
import ReviewServer

/// What the parts of a daemon share: the forges with their limits of rate, and the logs of jobs.
struct ServeCommon: Sendable {
  let parts: AppContext
  let clients: LiveRepositoryClients
  let logs: JobLogs
  /// Whether the forges are reached over the network, and not read from a recorded session or recorded.
  let isOnline: Bool

  /// - Parameter service: the most recently loaded service.
  init(
    _ service: @escaping @Sendable () -> ServedService, _ opened: OpenedQueue, _ home: HomeDirectory,
    environment: [String: String], session: ForgeSession, _ log: Logger
  ) {
    let pacing = opened.shared.map { QueuePacing($0, log: log) }
    var makePacing: (@Sendable (String) -> any RequestPacing)?
    if let pacing { makePacing = { pacing.pacing(of: $0) } }
    let parts = AppContext(
      environment: environment, responses: home.responses,
      responsesBytes: service().configuration.limits.responsesSize.bytes,
      session: session, pacing: makePacing,
      skipping: { count, list in
        log.debug("skipped elements of a list", metadata: ["list": "\(list)", "count": "\(count)"])
        DaemonMetrics(factory: MetricsSystem.factory).note(skipped: count)
      },
      log: { line in log.trace("forge", metadata: ["request": "\(line)"]) })
    self.parts = parts
    if case .network = session { isOnline = true } else { isOnline = false }
    clients = LiveRepositoryClients(
      served: { service().forges }, catalogue: parts.catalogue, inspector: parts.inspector, lister: parts
    ) {
      try parts.forge($0, base: nil, serverURL: $1.webURL, writeRate: $1.writeRate, credential: $2)
    }
    logs = JobLogs(
      folder: home.logs, maximumBytes: { service().configuration.limits.logsSize.bytes / 100 },
      shared: opened.shared, sharedLifetime: { service().configuration.retention.logs.duration },
      reportLifetime: { service().configuration.retention.pages.duration })
  }
}

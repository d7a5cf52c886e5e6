// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Foundation
import Forges
import JobQueue
import Logging
import NetworkAddressing
import Reporting
import ReviewContract
import ReviewHost
import ReviewPages
import ReviewServer
import SystemPackage

/// The web pages of one run of the daemon.
struct ServePages: Sendable {
  let server: PagesServer

  /// - Parameters:
  ///   - service: the most recently loaded service.
  ///   - space: why no build can start; `nil` when builds can start.
  /// - Returns: `nil` for a daemon without pages.
  init?(
    _ service: @escaping @Sendable () -> ServedService, _ opened: OpenedQueue, _ home: HomeDirectory,
    _ common: ServeCommon, _ daemon: Daemon, isWorker: Bool, space: @escaping @Sendable () -> String?, _ log: Logger
  ) {
    let configuration = service().configuration
    guard let url = configuration.pages.url else { return nil }
    var limits = IntakeLimits()
    limits.connections = configuration.pages.connections
    limits.trustedProxies = configuration.trustedProxies.map(\.range)
    let settings = PagesSettings(
      address: configuration.pages.listen, addresses: PageAddresses(origin: url.url),
      access: { service().configuration.pages.access },
      linkLifetime: { service().configuration.pages.links?.duration }, limits: limits,
      policy: configuration.queuePolicy,
      // The number of workers of other machines is not known.
      workers: isWorker && configuration.queue == nil ? configuration.limits.workers : nil)
    let values: any SharedValues = opened.shared ?? FolderValues(folder: home.pages.appending("values"))
    let parts = common.parts
    var services = PagesServices(
      queue: opened.queue, clients: common.clients, forges: { service().forges },
      signIn: { common.isOnline ? try Self.signIn($0, parts) : nil }, logs: common.logs, sharedLogs: opened.shared,
      values: values,
      copies: home.pages.appending("logs"),
      memory: RepositoryMemory(
        home, sharedBy: opened.shared.map { SharedBaseResults($0, retention: configuration.retention.tests.duration) },
        retention: configuration.retention.tests.duration),
      document: { ReportDocument($0, rules: RuleMetadata.builtIn) })
    if isWorker {
      services.obstacle = { space().map { _ in "No build starts, because the disk of the server is nearly full." } }
    }
    services.unavailableForges = { daemon.unavailableForges }
    services.wake = { daemon.wake(for: $0) }
    server = PagesServer(settings, services, logger: log)
  }

  private static func signIn(_ forge: DaemonForge, _ parts: AppContext) throws -> SignInClient? {
    try forge.signIn.map { application in
      try SignInClient(
        SignInSettings(
          kind: forge.kind, serverURL: forge.webURL, apiURL: forge.apiURL, clientID: application.id,
          clientSecret: application.secret, transport: parts.transport, userAgent: "reviewbot/\(ProgramVersion.number)")
      )
    }
  }
}

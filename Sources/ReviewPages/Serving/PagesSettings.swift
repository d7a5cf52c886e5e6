// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
package import Forges
package import Foundation
package import JobQueue
package import Reporting
package import ReviewContract
package import struct ReviewHost.RepositoryMemory
package import ReviewServer
package import SystemPackage

/// The operator's settings for the web pages.
package struct PagesSettings: Sendable {
  package var address: ListenAddress
  package var addresses: PageAddresses
  /// Can change while the pages are served.
  package var access: @Sendable () -> PageAccess
  /// The lifetime of links for readers without an account; `nil` for no such links. Can change.
  package var linkLifetime: @Sendable () -> Duration?
  package var limits: IntakeLimits
  package var policy: QueuePolicy
  /// The number of builds that can run at once on this machine; `nil` if it runs none, or others do too.
  package var workers: Int?
  /// For tests.
  var pacing = PagePacing()

  package init(
    address: ListenAddress, addresses: PageAddresses, access: @escaping @Sendable () -> PageAccess,
    linkLifetime: @escaping @Sendable () -> Duration? = { nil }, limits: IntakeLimits = IntakeLimits(),
    policy: QueuePolicy = QueuePolicy(), workers: Int? = nil
  ) {
    self.address = address
    self.addresses = addresses
    self.access = access
    self.linkLifetime = linkLifetime
    self.limits = limits
    self.policy = policy
    self.workers = workers
  }
}

/// How often pages look for changes.
struct PagePacing: Sendable {
  /// How long the state of a review is remembered: many readers of one review cost as much as one.
  var state = Duration.seconds(1)
  /// How long the results of a branch's tests and its coverage are remembered.
  var records = Duration.seconds(30)
  /// The interval at which a live page looks for changes.
  var interval = Duration.milliseconds(500)
  /// In intervals, after which a silent connection has a comment, which keeps proxies from closing it.
  var quiet = 30
  /// How long one search may take; a log of 200 MB takes less than a second.
  var search = Duration.seconds(5)
  /// In intervals, after which the rights of a live page's reader are read again.
  var rights = 120
}

/// The parts of the daemon that the pages show and use.
package struct PagesServices: Sendable {
  package var queue: any ReviewQueue
  package var clients: any RepositoryClients
  /// The forges of the configuration, which the operator can reload.
  package var forges: @Sendable () -> [DaemonForge]
  /// Makes the client for signing in; `nil` for a forge without an application.
  package var signIn: @Sendable (DaemonForge) throws -> SignInClient?
  package var logs: JobLogs
  /// The logs of other machines; `nil` when there are none.
  package var sharedLogs: (any SharedLogs)?
  /// The sessions and links.
  package var values: any SharedValues
  /// The folder for copies of logs from other machines.
  package var copies: FilePath
  /// The part of the page of a report that other pages contain.
  package var document: @Sendable (Report) -> ReportDocument
  /// The results of base branches' tests, and their coverage.
  package var memory: RepositoryMemory
  package var now: @Sendable () -> Date = { Date() }
  /// Why this machine starts no build, for visitors; `nil` when it does.
  package var obstacle: @Sendable () -> String? = { nil }
  /// The names of the forges that do not answer this machine.
  package var unavailableForges: @Sendable () -> Set<String> = { [] }
  /// Called after a change to the queue.
  package var wake: @Sendable (PullRequestReference) -> Void = { _ in }

  package init(
    queue: any ReviewQueue, clients: any RepositoryClients, forges: @escaping @Sendable () -> [DaemonForge],
    signIn: @escaping @Sendable (DaemonForge) throws -> SignInClient?, logs: JobLogs,
    sharedLogs: (any SharedLogs)?, values: any SharedValues, copies: FilePath, memory: RepositoryMemory,
    document: @escaping @Sendable (Report) -> ReportDocument
  ) {
    self.queue = queue
    self.clients = clients
    self.forges = forges
    self.signIn = signIn
    self.logs = logs
    self.sharedLogs = sharedLogs
    self.values = values
    self.copies = copies
    self.memory = memory
    self.document = document
  }
}

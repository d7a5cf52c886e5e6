// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import CoreMetrics
import Forges
import JobQueue
import Logging
import ReviewContract
import ReviewHost
import ReviewTesting
import Testing

@testable import ReviewServer

struct DiscoveryTests {
  private static func forge(
    _ patterns: [RepositoryPattern] = ["acme/*"], archived: Bool = false, forks: Bool = false
  ) throws -> DaemonForge {
    var section = ServedForge()
    section.repositories = patterns
    var configuration = ServerConfiguration()
    configuration.discovery.archived = archived
    configuration.discovery.forks = forks
    configuration.discovery.limit = 10
    return DaemonForge(
      section, of: configuration, webhookSecrets: try WebhookSecrets([Secret(IntakeSamples.secret)])
    ) { .anonymous }
  }

  private static func list(_ names: [String], isComplete: Bool = true) throws -> DiscoveredRepositories {
    var discovered = DiscoveredRepositories(of: try forge())
    discovered.add(
      RepositoryList(names.map { ListedRepository($0) }, isComplete: isComplete), of: RepositoryOwner("acme"),
      on: try forge())
    return discovered
  }

  private static func repository(_ name: String) -> RepositoryReference {
    RepositoryReference(forge: "github", name: name)
  }

  private struct Lists: ForgeRepositories {
    var app: RepositoryList?
    var owners: [String: RepositoryList] = [:]
    var missing: Set<String> = []

    func repositories(of owner: RepositoryOwner, on forge: DaemonForge) async throws -> RepositoryList {
      if missing.contains(owner.name) { throw ForgeError(.notFound, "cannot list the repositories of \(owner)") }
      return owners[owner.name] ?? RepositoryList([], isComplete: false)
    }

    func appRepositories(on forge: DaemonForge) async throws -> RepositoryList? { app }
  }

  private static let all = RepositoryList([
    ListedRepository("acme/shapes"), ListedRepository("acme/fork", isFork: true),
    ListedRepository("acme/old", isArchived: true), ListedRepository("acme/sub/excluded"),
  ])

  @Test(arguments: [
    (false, false, ["acme/shapes"]), (true, false, ["acme/old", "acme/shapes"]),
    (false, true, ["acme/fork", "acme/shapes"]), (true, true, ["acme/fork", "acme/old", "acme/shapes"]),
  ])
  func `archived repositories and forks are included by key`(archived: Bool, forks: Bool, names: [String]) async throws
  {
    let forge = try Self.forge(archived: archived, forks: forks)
    let discovered = try #require(try await Lists(owners: ["acme": Self.all]).discover(forge))
    #expect(discovered.found.map(\.name).sorted() == names)
    // A fork exists, so that its webhooks are not settled; nothing can be written to an archived repository.
    #expect(!discovered.lacks(Self.repository("acme/fork")))
    #expect(discovered.lacks(Self.repository("acme/old")) == !archived)
    #expect(discovered.lacks(Self.repository("acme/gone")))
    #expect(!discovered.lacks(Self.repository("other/gone")))
  }

  @Test func `the lists of an app cover all owners`() async throws {
    let discovered = try #require(try await Lists(app: Self.all).discover(try Self.forge(["*/*"])))
    #expect(discovered.found.map(\.name) == ["acme/shapes"])
    #expect(discovered.lacks(Self.repository("other/gone")))
    #expect(discovered.notes == [])
  }

  @Test func `more repositories than the limit, a pattern without an owner and an empty list are noted`() async throws {
    let list = RepositoryList((1...12).map { ListedRepository("acme/r\($0)") })
    let forge = try Self.forge(["acme/*", "empty/*", "*/x"])
    let discovered = try #require(try await Lists(owners: ["acme": list]).discover(forge))
    #expect(discovered.found.count == 10)
    // The others exist.
    #expect((1...12).allSatisfy { !discovered.lacks(Self.repository("acme/r\($0)")) })
    #expect(
      discovered.notes == [
        "more than 10 repositories of github match its patterns; the others are found after their first webhook; "
          + "increase discovery.limit, or write narrower patterns",
        "the list of the repositories of empty is empty or incomplete; check the access of the credential",
        "cannot list the repositories that match */x: it names no owner; they are found after their first webhook; "
          + "name the owner, or use a GitHub App",
      ])
  }

  @Test func `an owner that cannot be listed keeps its last list, and the others are listed`() async throws {
    let forge = try Self.forge(["acme/*", "other/*"])
    let other = RepositoryList([ListedRepository("other/x")])
    let first = try #require(try await Lists(owners: ["acme": Self.all, "other": other]).discover(forge))
    #expect(!first.isPartial)
    let later = Lists(owners: ["acme": RepositoryList([ListedRepository("acme/new")])], missing: ["other"])
    let second = try #require(try await later.discover(forge, last: first))
    #expect(second.found.map(\.name).sorted() == ["acme/new", "other/x"])
    #expect(second.isPartial)
    #expect(second.notes == ["cannot list the repositories of other; its last list stays in effect"])
    #expect(second.lacks(Self.repository("acme/shapes")))
    #expect(!second.lacks(Self.repository("other/gone")))
    await #expect(throws: ForgeError.self) {
      try await Lists(missing: ["acme", "other"]).discover(forge, last: first)
    }
  }

  @Test func `a discovered repository is reconciled before its first webhook`() async throws {
    try await withDaemon(
      clients: { forge in
        var forge = forge
        forge.named = []
        forge.lists = { try Self.list([SimpleForge.repository.name]) }
        return forge
      },
      before: { forge, _ in forge.set(pull(1, head: 1)) }
    ) { run in
      try await run.until { run.lastStatus(of: 1) == "success" }
    }
  }

  @Test func `a repository that is created later is found by the next list`() async throws {
    let isThere = Locked(false)
    var times = DaemonTimes.quick
    times.discovering = .milliseconds(20)
    try await withDaemon(
      times: times,
      clients: { forge in
        var forge = forge
        forge.named = []
        forge.lists = { try Self.list(isThere.withLock { $0 } ? ["acme/x", SimpleForge.repository.name] : ["acme/x"]) }
        forge.isServed = { $0 == SimpleForge.repository }
        return forge
      },
      before: { forge, _ in forge.set(pull(1, head: 1)) }
    ) { run in
      #expect(run.lastStatus(of: 1) == nil)
      isThere.withLock { $0 = true }
      try await run.until { run.lastStatus(of: 1) == "success" }
    }
  }

  // MARK: Repositories that disappear

  private struct Fixture {
    let queue = InMemoryQueue(clock: ManualClock())
    var forge = SimpleForge()

    func reconciler() -> Reconciler {
      let metrics = DaemonMetrics(factory: NOOPMetricsHandler.instance)
      let log = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      return Reconciler(
        queue: queue, clients: forge, discovery: Discovery(clients: forge, metrics: metrics, log: log),
        wakeup: WakeupSignal(), settling: .zero, metrics: metrics, log: log)
    }
  }

  @Test func `a repository that is no longer listed is settled, once`() async throws {
    var fixture = Fixture()
    fixture.forge.named = []
    fixture.forge.hook = withoutLists
    fixture.forge.lists = { try Self.list(["acme/other"]) }
    _ = try await fixture.queue.request(JobRequest(reference(1), head: commit(1)))
    let other = Self.repository("acme/other")
    let reconciler = fixture.reconciler()
    await reconciler.discovery.list()
    // acme/other is found, and cannot be read.
    #expect(await reconciler.reconcile() == Reconciler.Changes(failed: [other], gone: 1))
    #expect(try await fixture.queue.jobs(JobFilter()).map(\.state) == [.cancelled])
    #expect(await reconciler.reconcile() == Reconciler.Changes(failed: [other]))
  }

  @Test func `a cancelled pass reads no further repository, and what it could not read is no failure`() async throws {
    let reading = Gate()
    var fixture = Fixture()
    fixture.forge.named = []
    fixture.forge.lists = { try Self.list((1...9).map { "acme/r\($0)" }) }
    fixture.forge.hook = { event async throws(ForgeError) in
      guard event == "openPullRequests", await (try? reading.pass()) == nil else { return }
      throw ForgeError(.unreachable, "cancelled")
    }
    let reconciler = fixture.reconciler()
    await reconciler.discovery.list()
    let pass = Task { await reconciler.reconcile() }
    try await reading.arrived(Reconciler.concurrency)
    pass.cancel()
    #expect(await pass.value == Reconciler.Changes())
    #expect(reading.arrivals == Reconciler.concurrency)
    #expect(reconciler.circuits.unavailableForges.isEmpty)
  }

  @Test func `a cancelled list replaces no earlier one`() async throws {
    let listing = Gate()
    let isFirst = Locked(true)
    var fixture = Fixture()
    fixture.forge.lists = {
      if !isFirst.withLock({ $0 }) { try await listing.pass() }
      return try Self.list(["acme/shapes"])
    }
    let discovery = fixture.reconciler().discovery
    await discovery.list()
    isFirst.withLock { $0 = false }
    let list = Task { await discovery.list() }
    try await listing.arrived()
    list.cancel()
    #expect(await list.value == false)
    #expect(discovery.found == [Self.repository("acme/shapes")])
  }

  @Test(arguments: [true, false])
  func `an incomplete list and a failed one settle nothing`(fails: Bool) async throws {
    struct Failure: Error {}
    var fixture = Fixture()
    fixture.forge.named = []
    fixture.forge.lists = {
      if fails { throw Failure() }
      return try Self.list([], isComplete: false)
    }
    _ = try await fixture.queue.request(JobRequest(reference(1), head: commit(1)))
    let reconciler = fixture.reconciler()
    await reconciler.discovery.list()
    #expect(await reconciler.reconcile() == Reconciler.Changes())
    #expect(try await fixture.queue.jobs(JobFilter()).map(\.state) == [.queued])
  }

  @Test func `a repository that is named is not settled, although no list has it`() async throws {
    var fixture = Fixture()
    fixture.forge.lists = { try Self.list(["acme/other"]) }
    fixture.forge.isServed = { $0 == SimpleForge.repository }
    _ = try await fixture.queue.request(JobRequest(reference(1), head: commit(1)))
    let reconciler = fixture.reconciler()
    await reconciler.discovery.list()
    #expect(await reconciler.reconcile() == Reconciler.Changes())
  }

  @Test func `a repository that is no longer configured is settled`() async throws {
    var fixture = Fixture()
    fixture.forge.named = []
    fixture.forge.isServed = { _ in false }
    _ = try await fixture.queue.request(JobRequest(reference(1), head: commit(1)))
    #expect(await fixture.reconciler().reconcile() == Reconciler.Changes(gone: 1))
  }

  @Test func `a failed list keeps the last one`() async throws {
    struct Failure: Error {}
    let fails = Locked(false)
    var fixture = Fixture()
    fixture.forge.lists = {
      if fails.withLock({ $0 }) { throw Failure() }
      return try Self.list(["acme/other"])
    }
    let discovery = fixture.reconciler().discovery
    #expect(await discovery.list())
    fails.withLock { $0 = true }
    #expect(await !discovery.list())
    #expect(discovery.found == [Self.repository("acme/other")])
  }
}

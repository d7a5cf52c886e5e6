// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages

/// What a visitor may do, from the answers of the forge.
struct RightsBookTests {
  private static let repository = PagesWorld.shapes
  private static let other = RepositoryReference(forge: "github", name: "acme/other")

  /// Forges, and a book with a time that the test sets.
  private struct World: Sendable {
    let forges = StubForges(["github"])
    let time = Locked(Duration.zero)
    let access: Locked<PageAccess>
    let book: RightsBook

    init(_ access: PageAccess = .members, _ visibility: RepositoryVisibility = .members) {
      let (time, setting) = (time, Locked(access))
      self.access = setting
      book = RightsBook(
        clients: forges, isServed: { $0 != RightsBookTests.other }, access: { setting.withLock { $0 } }
      ) { time.withLock { $0 } }
      forges.change { state in
        state.repositories[RightsBookTests.repository] = StubForges.Repository(
          visibility: visibility, permissions: ["ada": .write, "bob": .read, "eve": .none])
      }
    }

    func at(_ seconds: Int) { time.withLock { $0 = .seconds(seconds) } }
    func answers(_ isAvailable: Bool) {
      forges.change { $0.unavailable = isAvailable ? [] : ["github"] }
    }

    func answer(
      _ login: String?, forge: String = "github", about repository: RepositoryReference = RightsBookTests.repository
    ) async -> RightsBook.Answer {
      let answer = await book.answer(for: Visitor(accounts: login.map { [forge: $0] } ?? [:]), about: repository)
      // The tests of badges show when everyone may read.
      guard case .granted(let canWrite, _) = answer else { return answer }
      return .granted(canWrite: canWrite, isPublic: false)
    }
  }

  @Test(
    arguments: [
      ("ada", .granted(canWrite: true, isPublic: false)), ("bob", .granted(canWrite: false, isPublic: false)),
      ("eve", .hidden), ("mallory", .hidden),
      (nil, .hidden),
    ] as [(String?, RightsBook.Answer)])
  func `the permission at the forge counts`(login: String?, answer: RightsBook.Answer) async {
    let world = World()
    #expect(await world.answer(login) == answer)
    #expect(world.forges.requests == (login == nil ? 0 : 1))
  }

  @Test func `a public repository is for everyone where the operator allows it`() async {
    let world = World(.everyone, .everyone)
    #expect(await world.answer(nil) == .granted(canWrite: false, isPublic: false))
    #expect(await world.answer("eve") == .granted(canWrite: false, isPublic: false))
    #expect(await world.answer("ada") == .granted(canWrite: true, isPublic: false))
    world.access.withLock { $0 = .members }
    #expect(await world.answer(nil) == .hidden)
    #expect(await world.answer("eve") == .hidden)
  }

  @Test func `no other repository is for everyone`() async {
    #expect(await World(.everyone, .members).answer(nil) == .hidden)
  }

  @Test func `an account of another forge has no rights`() async {
    let world = World()
    #expect(await world.answer("ada", forge: "gitlab") == .hidden)
    #expect(await world.answer("ada", about: RepositoryReference(forge: "gitlab", name: "acme/shapes")) == .hidden)
    #expect(world.forges.requests == 0)
  }

  @Test func `a repository that is not served causes no request`() async {
    let world = World(.everyone)
    let other = RepositoryReference(forge: "github", name: "acme/other")
    #expect(await world.answer("ada", about: other) == .hidden)
    #expect(await world.answer(nil, about: other) == .hidden)
    #expect(world.forges.requests == 0)
  }

  @Test func `an answer is valid for a minute, and for its account only`() async {
    let world = World()
    #expect(await world.answer("ada") == .granted(canWrite: true, isPublic: false))
    world.forges.change { $0.repositories[Self.repository]?.permissions["ada"] = .read }
    world.at(59)
    #expect(await world.answer("ada") == .granted(canWrite: true, isPublic: false))
    #expect(world.forges.requests == 1)
    #expect(await world.answer("bob") == .granted(canWrite: false, isPublic: false))
    #expect(world.forges.requests == 2)
    world.at(60)
    #expect(await world.answer("ada") == .granted(canWrite: false, isPublic: false))
    world.forges.change { $0.repositories[Self.repository]?.permissions["ada"] = nil }
    world.at(120)
    #expect(await world.answer("ada") == .hidden)
  }

  @Test func `a repository that becomes private is hidden after a minute`() async {
    let world = World(.everyone, .everyone)
    #expect(await world.answer(nil) == .granted(canWrite: false, isPublic: false))
    world.forges.change { $0.repositories[Self.repository]?.visibility = .members }
    world.at(60)
    #expect(await world.answer(nil) == .hidden)
    // It is not shown because it was public before.
    world.answers(false)
    world.at(120)
    #expect(await world.answer(nil) == .unknown(forge: "github"))
  }

  @Test func `rights are unknown while the forge does not answer`() async {
    let world = World()
    world.answers(false)
    #expect(await world.answer("ada") == .unknown(forge: "github"))
    #expect(await world.answer(nil) == .hidden)
    world.at(4)
    world.answers(true)
    #expect(await world.answer("ada") == .unknown(forge: "github"))
    #expect(world.forges.requests == 1)
    world.at(5)
    #expect(await world.answer("ada") == .granted(canWrite: true, isPublic: false))
  }

  @Test func `an outage is known for a minute, so that what is not served answers alike`() async {
    let world = World()
    #expect(!world.book.hasOutage)
    world.answers(false)
    #expect(await world.answer("eve") == .unknown(forge: "github"))
    #expect(await world.answer("eve", about: Self.other) == .hidden)
    #expect(world.book.hasOutage)
    world.at(60)
    #expect(!world.book.hasOutage)
  }

  @Test func `a repository that was public is shown for an hour while the forge is down`() async {
    let world = World(.everyone, .everyone)
    #expect(await world.answer(nil) == .granted(canWrite: false, isPublic: false))
    world.answers(false)
    for seconds in [60, 3_599] {
      world.at(seconds)
      #expect(await world.answer(nil) == .granted(canWrite: false, isPublic: false))
      #expect(await world.answer("ada") == .granted(canWrite: false, isPublic: false))
    }
    world.at(3_600)
    #expect(await world.answer(nil) == .unknown(forge: "github"))
  }
}

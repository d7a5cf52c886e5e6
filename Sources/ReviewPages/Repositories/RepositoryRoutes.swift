// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTMLTemplates
import Hummingbird
import JobQueue
import Reporting
import ReviewContract
import struct ReviewHost.RepositoryMemory
import ReviewServer
import TestHistory

/// `/p/FORGE/OWNER/NAME?branch=B`: the tests and the coverage of a repository's branch. With `&path=P`, the coverage of a
/// folder or file.
struct RepositoryRoutes: Sendable {
  /// Reviews whose logs are linked.
  private static let mostJobs = 1_000
  /// Branches of which the daemon looks for results.
  private static let mostBranches = 50
  private static let longestPath = 4_096

  let parts: PageParts

  /// - Throws: ``PageRefusal``.
  func page(_ reference: RepositoryReference, _ request: Request, _ context: PageContext) async throws -> Response {
    let query = PageForm.items(request.uri.query ?? "")
    let (asked, path) = (query["branch"] ?? "", query["path"] ?? "")
    guard asked.utf8.count <= PullRequestRoutes.longestBranch, path.utf8.count <= Self.longestPath else {
      throw PageRefusal.notFound
    }
    let queue = parts.services.queue
    let jobs = try await parts.queue {
      try await queue.jobs(JobFilter(repository: reference, limit: Self.mostJobs))
    }
    // The forge is only asked about repositories with jobs.
    guard !jobs.isEmpty, let forge = parts.forge(reference.forge) else { throw PageRefusal.notFound }
    _ = try await parts.requireAccess(context, to: reference)
    let repository = forge.repository(reference.name)
    return try await parts.renderings.run {
      let facts = try await facts(repository, asked, jobs)
      let site = Site(reference: reference, branch: facts.branch, forge: forge)
      let content =
        path.isEmpty
        ? overview(of: facts, jobs, site) : try coverage(of: path, facts, site)
      let place: HTML =
        path.isEmpty
        ? "<span class=\"repo\">\(text: reference.name)</span> \(text: facts.branch)"
        : "<a href=\"\(text: site.page(of: ""))\">\(text: reference.name)</a> \(text: facts.branch)"
      let layout = PageLayout(title: "\(reference.name) \(facts.branch)", place: place, content: content)
      return .html(parts.page(layout, context, path: site.page(of: path)))
    }
  }

  /// The addresses of a branch.
  private struct Site {
    let reference: RepositoryReference
    let branch: String
    let forge: DaemonForge

    /// - Parameter path: of a folder or file; empty for the page of the branch.
    func page(of path: String) -> String { JobText.repositoryPage(reference, ["branch": branch, "path": path]) }

    /// The repository's page on its forge; `nil` if it has none.
    var forgePage: String? { forge.kind.description.map { _ in "\(forge.webURL)/\(reference.name)" } }
  }

  /// The facts of the asked branch; without one, of that with the latest review of its tip.
  private func facts(_ repository: Repository, _ asked: String, _ jobs: [ReviewJob]) async throws -> BranchFacts {
    let memory = parts.services.memory
    let tips = jobs.filter { $0.kind == .base }.map(\.subject)
    return try await parts.queue {
      let branches = try await parts.branches.value(for: repository.identity) {
        let stored = try await memory.branches()
        let names = stored.filter { $0.repository.lowercased() == repository.name.lowercased() }.map(\.branch)
        let candidates = Set(tips + names).subtracting([""]).sorted().prefix(Self.mostBranches)
        return try await memory.known(candidates, of: repository)
      }
      guard asked.isEmpty || branches.contains(asked) else { throw PageRefusal.notFound }
      let chosen = !asked.isEmpty ? asked : tips.first(where: branches.contains) ?? branches.first ?? ""
      return try await parts.branchFacts.value(
        for: BranchFacts.Key(repository: repository.identity, branch: chosen)
      ) {
        let coverage = try await memory.coverage(of: chosen, repository)
        let tests = try await memory.tests(of: chosen, repository)
        let (entries, summary) = (coverage.entries, TestSummary(tests.baseRecords()))
        return BranchFacts(
          branches: branches, branch: chosen,
          tests: TestOverview(summary, failures: TestTables.mostFailing, slowest: TestTables.mostSlow),
          coverage: entries, snapshot: try await latest(entries, memory),
          unreadable: [tests.unreadable, coverage.unreadable].compactMap { memory.explanation(of: $0) })
      }
    }
  }

  /// The coverage of the latest commit for which it is still stored.
  private func latest(_ entries: [CoverageHistory.Entry], _ memory: RepositoryMemory) async throws -> CoverageSnapshot?
  {
    for entry in entries.suffix(10).reversed() {
      if let snapshot = try await memory.snapshot(of: entry.commit) { return snapshot }
    }
    return nil
  }

  private func tables(_ tests: TestOverview, _ jobs: [ReviewJob]) -> TestTables {
    let known = Set(jobs.map { "\($0.id)" })
    return TestTables(tests, today: FailureHistory.day(Int(parts.services.now().timeIntervalSince1970))) { run in
      known.contains(run.id) ? "/r/\(run.id)/log" : nil
    }
  }

  private func overview(of facts: BranchFacts, _ jobs: [ReviewJob], _ site: Site) -> HTML {
    let view = RepositoryPage(
      facts, forge: site.forgePage, tests: tables(facts.tests, jobs),
      folder: facts.snapshot.map { folder("", $0, site) } ?? ""
    ) { JobText.repositoryPage(site.reference, ["branch": $0]) }
    return PageTemplates.all.html("repository", view)
  }

  private func folder(_ path: String, _ snapshot: CoverageSnapshot, _ site: Site) -> HTML {
    PageTemplates.all.html("coverage-folder", CoverageFolder(path, in: snapshot, page: site.page))
  }

  /// The coverage of a folder or a file.
  ///
  /// - Throws: ``PageRefusal/notFound`` if there is none.
  private func coverage(of path: String, _ facts: BranchFacts, _ site: Site) throws -> HTML {
    guard let snapshot = facts.snapshot else { throw PageRefusal.notFound }
    guard let lines = CoverageTree(snapshot).lines(of: path) else {
      guard !CoverageTree(snapshot).entries(of: path).isEmpty else { throw PageRefusal.notFound }
      return "<main id=\"main\">\(folder(path, snapshot, site))</main>"
    }
    let links = site.forgePage.flatMap { page in
      site.forge.kind.description.map { LineLinks(page: page, on: $0, at: snapshot.commit) }
    }
    let view = CoverageFilePage(path, lines, at: snapshot.commit, links: links, page: site.page)
    return PageTemplates.all.html("coverage-file", view)
  }
}

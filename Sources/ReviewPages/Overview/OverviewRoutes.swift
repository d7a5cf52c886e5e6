// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import HTMLTemplates
import Hummingbird
import JobQueue
import ReviewContract

/// `/`: the reviews that run, wait and failed, of the repositories that the visitor may see.
struct OverviewRoutes: Sendable {
  /// The maximum number of failed jobs that are read.
  private static let mostDead = 100
  /// The maximum number of repositories whose rights one page needs.
  private static let mostRepositories = 30
  /// Requests to the forges at the same time.
  private static let concurrency = 8

  let parts: PageParts

  func add(to router: Router<PageContext>) {
    router.get("/") { _, context in try await page(context) }
  }

  private func page(_ context: PageContext) async throws -> Response {
    let queue = parts.services.queue
    let (jobs, pauses, now) = try await parts.queue {
      let open = try await queue.jobs(
        JobFilter(states: [.waiting, .queued, .running], limit: JobFilter.largestLimit))
      let dead = try await queue.jobs(JobFilter(states: [.dead], limit: Self.mostDead))
      return ((open + dead).filter(\.kind.isBuild), try await queue.pauses(), try await queue.now)
    }
    var repositories: [RepositoryReference] = []
    var known: Set<RepositoryReference> = []
    for job in jobs where known.insert(job.pullRequest.repository).inserted {
      repositories.append(job.pullRequest.repository)
    }
    let visible = await visible(repositories.prefix(Self.mostRepositories), context.visitor)
    let overview = Overview(
      jobs.filter { visible.repositories.contains($0.pullRequest.repository) }, pauses: pauses, now: now,
      unknownForges: visible.unknown, isSignedIn: context.visitor.isSignedIn,
      // A visitor without access does not learn how many there are.
      isCut: !visible.repositories.isEmpty
        && (repositories.count > Self.mostRepositories || jobs.count >= JobFilter.largestLimit))
    let layout = PageLayout(
      title: "Reviews", place: "<span class=\"repo\">Reviews</span>",
      content: PageTemplates.all.html("overview", overview))
    return .html(parts.page(layout, context, path: "/"))
  }

  private func visible(
    _ repositories: ArraySlice<RepositoryReference>, _ visitor: Visitor
  ) async -> (repositories: Set<RepositoryReference>, unknown: Set<String>) {
    let answers = await repositories.concurrentMap(atMost: Self.concurrency) { repository in
      (repository, await parts.rights.answer(for: visitor, about: repository, needsWrite: false))
    }
    var found: Set<RepositoryReference> = []
    var unknown: Set<String> = []
    for (repository, answer) in answers {
      switch answer {
      case .granted: found.insert(repository)
      case .unknown(let forge): unknown.insert(forge)
      case .hidden: break
      }
    }
    return (found, unknown)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTMLTemplates
import HTTPTypes
import Hummingbird
import JobQueue
import ReviewContract
import ReviewServer

/// `/p/FORGE/OWNER/NAME`: a repository. `/p/FORGE/OWNER/NAME/N`: the reviews of a pull request. `/p/FORGE/OWNER/NAME/badge.svg?branch=B`: the result of a
/// branch.
struct PullRequestRoutes: Sendable {
  /// The reviews on a page.
  private static let mostReviews = 50
  /// Reviews whose reports are read.
  private static let mostReports = 20
  static let longestBranch = 250
  /// Reviews of tips of branches among which the last one of a branch is.
  private static let mostTips = 200

  let parts: PageParts

  func add(to router: Router<PageContext>) {
    router.get("p/**") { request, context in
      let path = context.parameters.getCatchAll().map { String($0).removingPercentEncoding ?? "" }
      guard path.count >= 3, let last = path.last, !path.contains("") else { throw PageRefusal.notFound }
      let repository = RepositoryReference(forge: path[0], name: path[1..<(path.count - 1)].joined(separator: "/"))
      if last == "badge.svg" { return try await badge(repository, request, context) }
      if let number = Int(last), number > 0, String(number) == last {
        return try await page(PullRequestReference(repository: repository, number: number), context)
      }
      let whole = RepositoryReference(forge: path[0], name: path[1...].joined(separator: "/"))
      return try await RepositoryRoutes(parts: parts).page(whole, request, context)
    }
  }

  private func page(_ pullRequest: PullRequestReference, _ context: PageContext) async throws -> Response {
    let filter = JobFilter(kinds: [.review], pullRequest: pullRequest, limit: Self.mostReviews)
    let reviews = try await parts.queue { try await parts.services.queue.jobs(filter) }
    // The forge is only asked about repositories with jobs.
    guard !reviews.isEmpty else { throw PageRefusal.notFound }
    _ = try await parts.requireAccess(context, to: pullRequest.repository)
    return try await parts.renderings.run { try await page(of: reviews, pullRequest, context) }
  }

  private func page(
    of reviews: [ReviewJob], _ pullRequest: PullRequestReference, _ context: PageContext
  ) async throws -> Response {
    try await parts.queue {
      var summaries: [ReviewJob.ID: ReportLibrary.Summary] = [:]
      for review in reviews.filter({ $0.state == .done }).prefix(Self.mostReports) {
        summaries[review.id] = try await parts.reports.summary(of: review.id)
      }
      var comment: String?
      for review in reviews where comment == nil { comment = try await parts.reports.comment(of: review.id) }
      let forge = parts.forge(pullRequest.repository.forge)
      let view = PullRequestPage(
        reviews, summaries, comment: comment,
        forge: forge.flatMap { forge in
          forge.kind.description.map {
            "\(forge.webURL)/\(pullRequest.repository.name)\($0.pullRequestPath)\(pullRequest.number)"
          }
        })
      let name = "\(pullRequest.repository.name) #\(pullRequest.number)"
      let layout = PageLayout(
        title: name,
        place: """
          <a href="\(text: JobText.repositoryPage(pullRequest.repository))">\(text: pullRequest.repository.name)</a> \
          <span class="repo">#\(pullRequest.number)</span> \(text: view.subject ?? "")
          """,
        content: PageTemplates.all.html("pull-request", view))
      return .html(parts.page(layout, context, path: JobText.pullRequestPage(pullRequest)))
    }
  }

  private func badge(
    _ repository: RepositoryReference, _ request: Request, _ context: PageContext
  ) async throws -> Response {
    let branch = PageForm.items(request.uri.query ?? "")["branch"] ?? "main"
    guard branch.utf8.count <= Self.longestBranch else { throw PageRefusal.notFound }
    let queue = parts.services.queue
    let (isKnown, jobs) = try await parts.queue {
      let any = try await queue.jobs(JobFilter(repository: repository, limit: 1))
      let tips = JobFilter(
        states: [.done, .dead], kinds: [.base], pullRequest: PullRequestReference(of: repository), limit: Self.mostTips)
      return (!any.isEmpty, try await queue.jobs(tips))
    }
    // The forge is only asked about repositories with jobs.
    guard isKnown else { throw PageRefusal.notFound }
    let rights = try await parts.requireAccess(context, to: repository)
    let last = jobs.first { $0.subject == branch }
    let summary: ReportLibrary.Summary? =
      if let last {
        try await parts.renderings.run { try await parts.queue { try await parts.reports.summary(of: last.id) } }
      } else {
        nil
      }
    let badge = Badge(last, summary)
    var response = Response.text(
      PageTemplates.all.html("badge", badge).text, type: "image/svg+xml; charset=utf-8")
    if rights.isPublic {
      // Other sites show it, and proxies may keep it.
      response.headers[.resourcePolicy] = "cross-origin"
      response.headers[.cacheControl] = "public, max-age=60"
    }
    return response
  }
}

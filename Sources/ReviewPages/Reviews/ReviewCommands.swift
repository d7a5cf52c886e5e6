// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import Hummingbird
import JobQueue
import Logging
import ReviewContract
import ReviewServer

/// `POST /r/ID/…`: what accounts with write permission can do with a review.
struct ReviewCommands: Sendable {
  private let parts: PageParts
  private let routes: ReviewRoutes

  init(_ routes: ReviewRoutes) {
    self.routes = routes
    parts = routes.parts
  }

  func add(to router: Router<PageContext>) {
    router.post("r/:id/recheck") { request, context in
      try await perform("recheck", request, context) { job, _, author in
        guard job.pullRequest.number > 0 else { throw PageRefusal.invalid("This is no review of a pull request.") }
        _ = try await OperatorCommand.run(job.pullRequest).execute(on: parts.services.queue, by: author)
      }
    }
    router.post("r/:id/cancel") { request, context in
      try await perform("cancel", request, context) { job, _, author in
        _ = try await OperatorCommand.cancel(job.id).execute(on: parts.services.queue, by: author)
      }
    }
    router.post("r/:id/approve") { request, context in
      try await perform("approve", request, context) { job, form, _ in try await approve(job, form, context) }
    }
    router.post("r/:id/revoke") { request, context in
      try await perform("revoke", request, context) { job, _, _ in try await parts.links.revokeAll(of: job.id) }
    }
    router.post("r/:id/link") { request, context in try await link(request, context) }
  }

  private func perform(
    _ name: String, _ request: Request, _ context: PageContext,
    _ command: (ReviewJob, PageForm, Attribution) async throws -> Void
  ) async throws -> Response {
    let (job, form, author) = try await admitted(request, context)
    try await parts.queue { try await command(job, form, author) }
    // The page that follows shows what the command did.
    await parts.states.remove(job.id)
    parts.log.notice(
      "command of a page executed",
      metadata: [
        "command": "\(name)", "job": "\(job.id)", "subject": "\(job.pullRequest)", "person": "\(author.person)",
      ])
    parts.services.wake(job.pullRequest)
    return .seeOther("/r/\(job.id)?done=\(name)")
  }

  /// The review, the form and its sender, with write permission.
  private func admitted(
    _ request: Request, _ context: PageContext
  ) async throws -> (ReviewJob, PageForm, Attribution) {
    let form = try await PageForm(request, of: context.visitor)
    let job = try await routes.review(context).state.job
    return (job, form, try await parts.requireWriter(context, of: job.pullRequest.repository))
  }

  /// Approves exactly the commit that the form names, if it is still the head of the pull request.
  private func approve(_ job: ReviewJob, _ form: PageForm, _ context: PageContext) async throws {
    let repository = job.pullRequest.repository
    guard let login = context.visitor.accounts[repository.forge] else { throw PageRefusal.forbidden }
    guard job.pullRequest.number > 0, let commit = form["commit"].flatMap({ CommitID($0) }), commit == job.head else {
      throw PageRefusal.invalid("The form names another commit than this review.")
    }
    guard let client = try parts.services.clients.client(for: repository) else { throw PageRefusal.notFound }
    let head: CommitID?
    do {
      head = try await client.pullRequest(job.pullRequest.number, isAnnounced: false).head
    } catch {
      throw PageRefusal.unknown
    }
    guard commit == head else {
      throw PageRefusal.invalid(
        "\(commit.short) is no longer the head of the pull request, so that nothing was approved. Look at the new head."
      )
    }
    let queue = parts.services.queue
    try await queue.approve(Approval(pullRequest: job.pullRequest, head: commit, approver: login))
    _ = try await queue.request(JobRequest(job.pullRequest, head: commit, priority: .command, announces: true))
  }

  /// Makes a link, which is shown once.
  private func link(_ request: Request, _ context: PageContext) async throws -> Response {
    let (job, _, author) = try await admitted(request, context)
    guard let lifetime = parts.settings.linkLifetime() else { throw PageRefusal.notFound }
    let token = try await parts.queue {
      guard try await parts.links.count(of: job.id) < LinkStore.most else {
        throw PageRefusal.invalid("The review has \(LinkStore.most) links. Revoke them before you make another one.")
      }
      return try await parts.links.make(for: job.id, by: author.person, lifetime: lifetime)
    }
    parts.log.notice("link made", metadata: ["job": "\(job.id)", "person": "\(author.person)"])
    let view = MadeLink(
      link: "\(parts.origin)/r/\(job.id)?key=\(token.text)", page: "/r/\(job.id)",
      lifetime: lifetime.components.seconds < 2 * 86_400
        ? "\(lifetime.components.seconds / 3_600) hours" : "\(lifetime.components.seconds / 86_400) days")
    let layout = PageLayout(
      title: "Link to \(JobText.name(of: job))", place: JobText.place(of: job, nil),
      content: PageTemplates.all.html("link", view))
    return .html(parts.page(layout, context, path: "/r/\(job.id)"))
  }
}

/// A new link, which is not stored.
struct MadeLink: Sendable {
  let link: String
  let page: String
  let lifetime: String
}

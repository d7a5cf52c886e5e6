// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ConfigurationFiles
import Foundation
import HTMLTemplates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import JobQueue
package import Logging
import NIOCore
import ReviewContract
package import ReviewServer

/// Serves the web pages of reviews.
package struct PagesServer: Sendable {
  private let settings: PagesSettings
  private let parts: PageParts
  private let responder: RouterResponder<PageContext>
  private let log: Logger

  package init(_ settings: PagesSettings, _ services: PagesServices, logger: Logger) {
    self.settings = settings
    log = logger
    let parts = PageParts(settings, services, logger)
    self.parts = parts
    let router = Router(context: PageContext.self)
    let reviews = ReviewRoutes(parts: parts)
    reviews.add(to: router)
    ReviewCommands(reviews).add(to: router)
    PullRequestRoutes(parts: parts).add(to: router)
    OverviewRoutes(parts: parts).add(to: router)
    SignInRoutes(parts: parts).add(to: router)
    responder = router.buildResponder()
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter onListening: called once the server accepts connections, with the actual port.
  /// - Throws: ``ServingError`` when the server cannot listen at the address.
  package func run(onListening: @escaping @Sendable (ListenAddress) -> Void = { _ in }) async throws {
    let address = settings.address
    let listener = HTTPListener(
      address: .hostname(address.host, port: address.port), limits: settings.limits, logger: log,
      respond: { request, channel in await respond(to: request, channel) })
    do {
      try await withTaskCancellationHandler {
        try await listener.run { channel in
          onListening(address.withPort(channel.localAddress?.port ?? address.port))
        }
      } onCancel: {
        parts.streams.stop()
      }
    } catch let error where !(error is CancellationError) {
      throw ServingError(
        .address, "cannot listen at \(address)", remedy: "choose an address of this host and a free port",
        underlying: ServingError.systemMessage(error))
    }
  }

  func respond(to request: Request, _ channel: any Channel) async -> Response {
    var context = PageContext(source: ApplicationRequestContextSource(channel: channel, logger: log))
    // The handlers answer both methods; the body is left out below.
    let isHead = request.method == .head
    var request = request
    if isHead { request = Request(head: request.head.with(method: .get), body: request.body) }
    var response: Response
    do {
      response = try await self.response(to: request, &context)
    } catch let error as PageRefusal {
      // What does not exist is answered like what the visitor may not see.
      let isUnknown = error == .notFound && parts.rights.hasOutage
      response = refusal(isUnknown ? .unknown : error, request, context)
    } catch {
      log.failure("failed to make a page", error, level: .error)
      response = refusal(
        PageRefusal(
          status: .internalServerError, title: "Not available", text: "The page could not be made. Try again soon."),
        request, context)
    }
    response.protect()
    return isHead ? response.createHeadResponse() : response
  }

  private func response(to request: Request, _ context: inout PageContext) async throws -> Response {
    if let asset = PageAssets.response(request.uri.path) { return asset }
    try await identify(request, &context)
    if let response = try await openLink(request) { return response }
    do {
      let response = try await responder.respond(to: request, context: context)
      guard response.status != .notFound else { throw PageRefusal.notFound }
      return response
    } catch let error as any HTTPResponseError {
      throw error.status == .notFound ? PageRefusal.notFound : PageRefusal.invalid("The request is not valid.")
    }
  }

  /// Reads the session and the link of the sender.
  private func identify(_ request: Request, _ context: inout PageContext) async throws {
    if let token = PageCookie.session(parts.origin).value(in: request).flatMap({ SecretToken($0) }) {
      context.visitor = try await parts.queue { try await parts.sessions.visitor(with: token) }
      context.session = context.visitor.isSignedIn ? token : nil
    }
    if let link = PageCookie.link(parts.origin).value(in: request).flatMap({ ReviewLink(text: $0) }),
      try await parts.isValid(link.token, for: link.job)
    {
      context.visitor.linkedReview = link.job
      context.link = link.token
    }
  }

  /// Follows a link to a review: its token becomes a cookie, so that it is in no address of a page.
  private func openLink(_ request: Request) async throws -> Response? {
    let path = request.uri.path.split(separator: "/")
    guard path.count == 2, path[0] == "r", let query = request.uri.query, let key = PageForm.items(query)["key"]
    else { return nil }
    guard let job = ReviewJob.ID(path: String(path[1])), let token = SecretToken(key) else {
      throw PageRefusal.notFound
    }
    let link = ReviewLink(job: job, token: token)
    guard try await parts.isValid(token, for: job) else { throw PageRefusal.notFound }
    var response = Response.seeOther("/r/\(job)")
    PageCookie.link(parts.origin).set(link.text, lifetime: .seconds(30 * 86_400), in: &response)
    return response
  }

  private func refusal(_ refusal: PageRefusal, _ request: Request, _ context: PageContext) -> Response {
    let view = MessagePage(heading: refusal.title, text: refusal.text, mark: PageIcons.mark("warn"))
    let layout = PageLayout(
      title: refusal.title, place: "<span class=\"repo\">\(text: refusal.title)</span>",
      content: PageTemplates.all.html("message", view))
    let path = request.method == .get ? request.uri.path : "/"
    return .html(parts.page(layout, context, path: path), refusal.status)
  }
}

/// A page with one message.
struct MessagePage: Sendable {
  let heading: String
  let text: String
  let markHTML: HTML

  init(heading: String, text: String, mark: HTML) {
    self.heading = heading
    self.text = text
    markHTML = mark
  }
}

/// A link to a review that a browser has followed.
private struct ReviewLink {
  let job: ReviewJob.ID
  let token: SecretToken

  init(job: ReviewJob.ID, token: SecretToken) {
    self.job = job
    self.token = token
  }

  init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let job = ReviewJob.ID(path: String(parts[0])), let token = SecretToken(parts[1]) else {
      return nil
    }
    self.init(job: job, token: token)
  }

  var text: String { "\(job).\(token.text)" }
}

extension HTTPRequest {
  fileprivate func with(method: HTTPRequest.Method) -> HTTPRequest {
    var request = self
    request.method = method
    return request
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import HTTPTypes
import Hummingbird
import JobQueue
import NIOCore
import ReviewContract

/// `/r/ID/events`: the state and the log of a review as server-sent events.
///
/// The id of each event is a position in the log, so that a browser continues where it was, also after a restart of the
/// daemon. Nothing is kept for a reader: each reads the log's file at its own speed, and a reader whose connection accepts
/// nothing for ``IntakeLimits/request`` is disconnected.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
extension ReviewRoutes {
  func events(_ request: Request, _ context: PageContext) async throws -> Response {
    let state = try await review(context).state
    let job = state.job.id
    let position =
      request.headers[.lastEventID] ?? PageForm.items(request.uri.query ?? "")["after"]
    let start = try await parts.queue {
      if let position = position.flatMap({ Int64($0) }), let place = try await parts.logs.place(at: position, in: job) {
        return place
      }
      return try await parts.logs.place(of: .max, in: job)
    }
    let seat = try parts.streams.take()
    let stream = ReviewEventStream(routes: self, context: context, start: start, state: state)
    return Response(
      status: .ok,
      // Reverse proxies such as nginx buffer responses otherwise.
      headers: [.contentType: "text/event-stream", .accelBuffering: "no"],
      body: ResponseBody { writer in
        defer { withExtendedLifetime(seat) {} }
        try await stream.write(to: &writer)
        try await writer.finish(nil)
      })
  }
}

/// The events of one connection.
struct ReviewEventStream: Sendable {
  /// After this time the rights are read again, also of a reader that accepts little at a time.
  private static let rightsLifetime = Duration.seconds(60)

  let routes: ReviewRoutes
  let context: PageContext
  let start: LogPlace
  let state: ReviewState

  @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
    let (parts, job) = (routes.parts, state.job.id)
    let pacing = parts.settings.pacing
    var place = start
    var checked = ContinuousClock.now
    var shown: HTML = ""
    var silence = 0
    var round = 0
    try await send("retry: 1000\n\n", to: &writer)
    while !Task.isCancelled, !parts.streams.isStopping {
      round += 1
      if round.isMultiple(of: pacing.rights) || ContinuousClock.now - checked > Self.rightsLifetime {
        try await checkRights()
        checked = .now
      }
      var wasSilent = true
      guard let current = try? await parts.live(job) else { return }
      if current.html != shown {
        shown = current.html
        wasSilent = false
        try await send(Self.event("state", Self.data(shown), at: place), to: &writer)
      }
      if let part = try await parts.logs.part(of: job, after: place, isComplete: current.isFinished) {
        wasSilent = false
        place = part.end
        try await send(Self.event("log", part.data, at: place), to: &writer)
        continue
      }
      if current.isFinished {
        // The page loads itself again, and shows the report.
        return try await send(Self.event("end", "", at: place), to: &writer)
      }
      silence = wasSilent ? silence + 1 : 0
      if silence >= pacing.quiet {
        silence = 0
        try await send(":\n\n", to: &writer)
      }
      try await Task.sleep(for: pacing.interval)
    }
  }

  /// Reads the session, the link and the rights again.
  ///
  /// - Throws: ``PageRefusal`` if the reader has none any more.
  private func checkRights() async throws {
    let parts = routes.parts
    var context = context
    if let session = context.session {
      context.visitor.accounts = try await parts.sessions.visitor(with: session).accounts
    }
    if let link = context.link, try await !parts.isValid(link, for: state.job.id) { context.visitor.linkedReview = nil }
    _ = try await parts.requireAccess(context, to: state.job)
  }

  @concurrent private func send(_ text: String, to writer: inout any ResponseBodyWriter) async throws {
    try await writer.write(ByteBuffer(string: text))
  }

  private static func event(_ name: String, _ data: String, at place: LogPlace) -> String {
    "event: \(name)\nid: \(place.position)\n\(data.isEmpty ? "data:\n" : data)\n"
  }

  /// Returns the lines of an event's data.
  static func data(_ html: HTML) -> String {
    html.text.split(separator: "\n", omittingEmptySubsequences: true).map { "data: \($0)\n" }.joined()
  }
}

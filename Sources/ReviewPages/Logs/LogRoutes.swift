// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import HTTPTypes
import HostileText
import Hummingbird
import JobQueue
import NIOCore
import ReviewContract

/// `/r/ID/log`: the log of a review, in pages, and the lines with a text.
extension ReviewRoutes {
  /// The maximum number of lines that a search shows.
  private static let mostMatches = 500
  private static let longestSearch = 200

  func log(_ request: Request, _ context: PageContext) async throws -> Response {
    let job = try await review(context).state.job
    guard let index = try await parts.queue({ try await parts.logs.index(of: job.id) }) else {
      throw PageRefusal(
        status: .notFound, title: "No log", text: "This review has no log, or it is no longer stored.")
    }
    let query = PageForm.items(request.uri.query ?? "")
    let search = query["q"].map { String($0.prefix(Self.longestSearch)) } ?? ""
    let page = "/r/\(job.id)"
    var view = LogPage(job.id, index, isLive: !job.state.isFinished)
    if search.isEmpty {
      let last = LogAddress.firstLine(ofPageWith: index.lines)
      let wanted = query["line"].flatMap { Int($0) } ?? (query["page"] == "last" ? last : 1)
      let first = LogAddress.firstLine(ofPageWith: min(max(wanted, 1), max(index.lines, 1)))
      let lines = try await parts.queue {
        try await parts.logs.lines(of: job.id, from: first, count: LogAddress.pageLines)
      }
      view.show(lines, from: first, page: page)
    } else {
      let (lines, hasMore) = try await parts.queue {
        try await parts.logs.search(search, in: job.id, limit: Self.mostMatches)
      }
      view.show(matches: lines, of: search, hasMore: hasMore, page: page)
    }
    let layout = PageLayout(
      title: "Log of \(JobText.name(of: job))",
      place: "<a href=\"\(text: page)\">\(text: JobText.name(of: job))</a> log",
      content: PageTemplates.all.html("log", view))
    return .html(parts.page(layout, context, path: "\(page)/log"))
  }

  /// The whole log as text, as it was written.
  func rawLog(_ request: Request, _ context: PageContext) async throws -> Response {
    let job = try await review(context).state.job.id
    guard try await parts.queue({ try await parts.logs.index(of: job) }) != nil else { throw PageRefusal.notFound }
    let logs = parts.logs
    return Response(
      status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody { writer in
        var place = LogPlace(position: 0, line: 1)
        while true {
          let (lines, end, _) = try await logs.lines(of: job, after: place, limit: 256 << 10)
          guard !lines.isEmpty else { break }
          place = end
          try await writer.write(ByteBuffer(string: lines.map { $0.text.withoutStyles + "\n" }.joined()))
        }
        try await writer.finish(nil)
      })
  }
}

/// A page of a log.
struct LogPage: Sendable {
  struct Stage: Sendable {
    let name: String
    let address: String
    let status: String
    let hasErrors: Bool
  }

  struct Link: Sendable {
    let label: String
    let address: String
  }

  /// The stages that a page lists; of more, the last ones.
  private static let mostStages = 200

  let page: String
  let total: Int
  let stages: [Stage]
  let hasStages: Bool
  let moreStages: Int?
  let firstError: String?
  let isLive: Bool
  private(set) var lines: [LogLineView] = []
  private(set) var links: [Link] = []
  private(set) var hasLinks = false
  private(set) var range = ""
  private(set) var search: String?
  private(set) var results: String?

  init(_ job: ReviewJob.ID, _ index: LogIndex, isLive: Bool) {
    let page = "/r/\(job)"
    self.page = page
    self.isLive = isLive
    total = index.lines
    stages = index.stages.suffix(Self.mostStages).map { stage in
      Stage(
        name: stage.name, address: LogAddress(page, line: stage.firstLine).text, status: stage.status ?? "not finished",
        hasErrors: stage.firstError != nil || stage.status == ReviewContract.Stage.Status.failed.rawValue)
    }
    hasStages = !index.stages.isEmpty
    moreStages = index.stages.count > Self.mostStages ? index.stages.count - Self.mostStages : nil
    firstError = index.firstError.map { LogAddress(page, line: $0).text }
  }

  mutating func show(_ lines: [LogLine], from first: Int, page: String) {
    self.lines = lines.map { LogLineView($0) }
    let last = lines.last?.number ?? first
    range = "lines \(first) to \(last) of \(total)"
    let end = LogAddress.firstLine(ofPageWith: total)
    func link(_ label: String, _ line: Int) -> Link { Link(label: label, address: "\(page)/log?line=\(line)") }
    links =
      (first > 1 ? [link("First", 1), link("Previous", max(1, first - LogAddress.pageLines))] : [])
      + (last < total ? [link("Next", last + 1), link("Last", end)] : [])
    hasLinks = !links.isEmpty
  }

  mutating func show(matches: [LogLine], of text: String, hasMore: Bool, page: String) {
    lines = matches.map { LogLineView($0) }
    search = text
    results = hasMore ? "the first \(matches.count) lines with this text" : "\(matches.count) lines with this text"
  }
}

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
      let (lines, first) = try await parts.queue { try await linesOfPage(query, in: job.id, of: index.lines) }
      view.show(lines, from: first, of: index.lines, page: page)
    } else {
      let (lines, hasMore) = try await parts.searches.run {
        try await parts.queue { try await parts.logs.search(search, in: job.id, limit: Self.mostMatches) }
      }
      view.show(matches: lines, of: search, hasMore: hasMore)
    }
    let layout = PageLayout(
      title: "Log of \(JobText.name(of: job))",
      place: "<a href=\"\(text: page)\">\(text: JobText.name(of: job))</a> log",
      content: PageTemplates.all.html("log", view))
    return .html(parts.page(layout, context, path: "\(page)/log"))
  }

  /// Returns the lines of the page with the line `line`, from the line `from` on, or the last ones, and the number of the
  /// first.
  private func linesOfPage(
    _ query: [String: String], in job: ReviewJob.ID, of total: Int
  ) async throws -> (lines: [LogLine], first: Int) {
    func bounded(_ line: Int) -> Int { min(max(line, 1), max(total, 1)) }
    let wanted = query["line"].flatMap { Int($0) }.map(bounded)
    let last = LogAddress.firstLine(ofPageWith: max(total, 1))
    let first =
      query["from"].flatMap { Int($0) }.map(bounded) ?? wanted.map { LogAddress.firstLine(ofPageWith: $0) }
      ?? (query["page"] == "last" ? last : 1)
    let lines = try await parts.logs.lines(of: job, from: first, count: LogAddress.pageLines)
    // Very long lines: the page ends before the wanted one.
    if let wanted, let end = lines.last?.number, end < wanted {
      return (try await parts.logs.lines(of: job, from: wanted, count: LogAddress.pageLines), wanted)
    }
    return (lines, first)
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
  let stages: [Stage]
  let hasStages: Bool
  let moreStages: Int?
  let firstError: String?
  let isLive: Bool
  private(set) var linesHTML: HTML = ""
  private(set) var links: [Link] = []
  private(set) var hasLinks = false
  private(set) var range = ""
  private(set) var search: String?
  private(set) var results: String?

  init(_ job: ReviewJob.ID, _ index: LogIndex, isLive: Bool) {
    let page = "/r/\(job)"
    self.page = page
    self.isLive = isLive
    stages = index.stages.suffix(Self.mostStages).map { stage in
      Stage(
        name: stage.name, address: LogAddress(page, line: stage.firstLine).text, status: stage.status ?? "not finished",
        hasErrors: stage.firstError != nil || stage.status == ReviewContract.Stage.Status.failed.rawValue)
    }
    hasStages = !index.stages.isEmpty
    moreStages = index.stages.count > Self.mostStages ? index.stages.count - Self.mostStages : nil
    firstError = index.firstError.map { LogAddress(page, line: $0).text }
  }

  mutating func show(_ lines: [LogLine], from first: Int, of total: Int, page: String) {
    linesHTML = LogLine.rows(lines)
    let last = lines.last?.number ?? first
    range = "lines \(first) to \(last) of \(total)"
    let end = LogAddress.firstLine(ofPageWith: total)
    func link(_ label: String, from line: Int) -> Link { Link(label: label, address: "\(page)/log?from=\(line)") }
    links =
      (first > 1 ? [link("First", from: 1), link("Previous", from: max(1, first - LogAddress.pageLines))] : [])
      + (last < total ? [link("Next", from: last + 1), link("Last", from: end)] : [])
    hasLinks = !links.isEmpty
  }

  mutating func show(matches: [LogLine], of text: String, hasMore: Bool) {
    linesHTML = LogLine.rows(matches, linkingTo: "\(page)/log")
    search = text
    results = hasMore ? "the first \(matches.count) lines with this text" : "\(matches.count) lines with this text"
  }
}

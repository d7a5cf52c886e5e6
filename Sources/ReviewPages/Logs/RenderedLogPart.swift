// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import JobQueue

/// Lines of a log that follow those of a page, as the data of a server-sent event.
struct RenderedLogPart: Sendable {
  /// The maximum size of the lines, in bytes.
  private static let largest = 64 << 10
  /// In lines. A reader that is further behind continues near the end.
  private static let largestLag = 1_000

  let data: String
  let end: LogPlace

  /// - Parameter size: the end of a line.
  init(of file: LogFile, _ job: ReviewJob.ID, after start: LogPlace, before size: Int64) throws {
    var place = start
    let total = file.index.lines
    if total - place.line > Self.largestLag {
      let line = total - ReviewPage.tail
      place = LogPlace(position: try file.position(of: line), line: line)
    }
    let limit = min(Self.largest, Int(clamping: max(size, place.position) - place.position))
    let (lines, position) = try file.lines(after: place.position, line: place.line, limit: limit)
    end = LogPlace(position: position, line: place.line + lines.count)
    let skipped = place.line - start.line
    let gap: HTML =
      """
      <div class="gap"><a href="/r/\(trusted: "\(job)")/log">\(skipped) lines are left out here; see the whole log</a></div>

      """
    data = ReviewEventStream.data((skipped > 0 ? gap : "") + LogLine.rows(lines))
  }
}

/// The last parts that were rendered, for the other readers of the same logs.
struct LogPartCache {
  private static let most = 32

  private var parts: [(job: ReviewJob.ID, start: Int64, part: RenderedLogPart)] = []

  subscript(job: ReviewJob.ID, start: Int64) -> RenderedLogPart? {
    parts.first { $0.job == job && $0.start == start }?.part
  }

  mutating func add(_ part: RenderedLogPart, to job: ReviewJob.ID, at start: Int64) {
    if parts.count == Self.most { parts.removeFirst() }
    parts.append((job, start, part))
  }
}

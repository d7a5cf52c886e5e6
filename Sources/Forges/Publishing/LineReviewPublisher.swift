// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ResourceLoading
import ReviewContract

/// Writes comments at lines, each once, and marks those that are fixed.
///
/// A remark that was ever written is not written again, because its author may have deleted it or a reviewer resolved
/// it.
struct LineReviewPublisher<API: ConversationAPI>: Sendable {
  let pullRequest: ForgePullRequest<API>
  let account: Account
  let publication: Publication
  let review: LineReview

  private var api: API { pullRequest.api }

  private static var subject: String { "review" }
  /// Write, read after a lost response and write again, read once more.
  private static var roundLimit: Int { 3 }

  func publish() async throws(ForgeError) -> [Receipt.Entry] {
    var entries: [Receipt.Entry] = []
    var lastError: ForgeError?
    for _ in 0..<Self.roundLimit {
      let posted = try await look()
      let missing = review.remarks.filter { !posted.marks.contains($0.mark) }
      lastError = nil
      var hasWritten = false
      if !missing.isEmpty, !posted.heads.contains(publication.commit.hex) {
        for call in try await api.writes(missing, of: publication, on: pullRequest) {
          switch try await write(call) {
          case .done:
            entries.append(Receipt.Entry(.created, Self.subject, call))
            hasWritten = true
          case .refused(_, let reason):
            return entries + [.init(outcome: .refused, subject: Self.subject, detail: reason)]
          case .lost(let error): lastError = error
          }
          if lastError != nil { break }
        }
        if lastError != nil { continue }
      }
      // A concurrent run may have written the same comments; the later list of the two contains both.
      let shown = hasWritten ? try await look() : posted
      entries += try await removeDuplicates(shown)
      entries += try await settle(shown)
      return entries
    }
    throw lastError ?? ForgeError(.failed, purpose)
  }

  /// Marks each remark that is gone as fixed.
  private func settle(_ posted: PostedRemarks) async throws(ForgeError) -> [Receipt.Entry] {
    var open = posted.open
    for review in posted.reviews where review.marks.contains(where: isFixed) {
      let remarks = try? await api.openRemarks(
        ofReview: review.id, on: pullRequest, by: account, LineMark(publication.marker))
      open += remarks ?? []
    }
    let fixed = open.filter { isFixed($0.mark) }
    return try await perform(fixed.compactMap { api.settling($0, of: publication) }, .updated)
  }

  /// Keeps the first of the duplicates of concurrent runs.
  private func removeDuplicates(_ posted: PostedRemarks) async throws(ForgeError) -> [Receipt.Entry] {
    try await perform(posted.duplicates.map { api.removing($0, of: publication) }, .deleted)
  }

  /// Writes. A failure is repeated by the next review.
  private func perform(
    _ calls: [ForgeCall<Void>], _ outcome: Receipt.Outcome
  ) async throws(ForgeError) -> [Receipt.Entry] {
    var entries: [Receipt.Entry] = []
    for call in calls {
      if case .done = try await write(call) { entries.append(Receipt.Entry(outcome, Self.subject, call)) }
    }
    return entries
  }

  private func isFixed(_ mark: String) -> Bool {
    guard let kind = mark.first else { return false }
    return review.settled.contains(kind) && !review.present.contains(mark)
  }

  private func look() async throws(ForgeError) -> PostedRemarks {
    try await api.remarks(on: pullRequest, by: account, LineMark(publication.marker))
  }

  /// Writes. A rejection, for example of a line, counts as success, because the other parts of the review are
  /// unaffected.
  private func write(_ call: ForgeCall<Void>) async throws(ForgeError) -> Write<Void> {
    do {
      return try await pullRequest.repository.write(call, purpose)
    } catch {
      guard error.code == .rejected else { throw error }
      return .done(())
    }
  }

  private var purpose: String { "cannot comment at lines of \(api.subject(pullRequest.number))" }
}

/// Our comments at lines of a pull request.
struct PostedRemarks: Sendable {
  struct Remark: Hashable, Sendable {
    let id: Int
    /// The thread on GitLab.
    var discussion: String?
    let mark: String
    let text: String
  }

  /// The marks of all remarks ever written, as far as the forge lists them.
  var marks: Set<String> = []
  /// The reviewed heads, where the comments of a head are one review.
  var heads: Set<String> = []
  /// The remarks that are not known to be fixed.
  var open: [Remark] = []
  /// Reviews with the marks of their remarks, without duplicates.
  private(set) var reviews: [(id: Int, marks: [String])] = []
  /// Comments and reviews that concurrent runs wrote as well.
  var duplicates: [Duplicate] = []

  enum Duplicate: Hashable, Sendable {
    case remark(id: Int)
    case review(id: Int)

    var id: Int {
      switch self {
      case .remark(let id), .review(let id): id
      }
    }
  }

  /// Adds a remark. A forge lists them by their ids, the oldest first.
  ///
  /// - Parameter isClosed: whether it is resolved or marked as fixed.
  mutating func add(_ remark: Remark, isClosed: Bool) {
    guard remarks.insert(remark.mark).inserted else {
      duplicates.append(.remark(id: remark.id))
      return
    }
    marks.insert(remark.mark)
    if !isClosed { open.append(remark) }
  }

  /// Adds a review. Without marks it is a duplicate whose comments were deleted.
  mutating func addReview(_ id: Int, head: String, marks: [String]) {
    if heads.insert(head).inserted {
      reviews.append((id, marks))
    } else if !marks.isEmpty {
      duplicates.append(.review(id: id))
    }
    self.marks.formUnion(marks)
  }

  /// Marks of the remarks themselves, without the marks in the reviews' text.
  private var remarks: Set<String> = []
}

/// The calls that publish comments at lines to a forge.
protocol LineReviewAPI: ForgeAPI {
  func remarks(
    on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> PostedRemarks
  /// Returns one review, or a request for each remark.
  func writes(
    _ remarks: [LineReview.Remark], of publication: Publication, on pullRequest: ForgePullRequest<Self>
  ) async throws(ForgeError) -> [ForgeCall<Void>]
  /// Returns the remarks of a review that are not marked as fixed, on a forge that lists them for each review only.
  func openRemarks(
    ofReview id: Int, on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> [PostedRemarks.Remark]
  /// Returns the write that marks a remark as fixed; `nil` where the remark cannot be marked.
  func settling(_ remark: PostedRemarks.Remark, of publication: Publication) -> ForgeCall<Void>?
  /// Returns the write that removes a duplicate of a concurrent run.
  func removing(_ duplicate: PostedRemarks.Duplicate, of publication: Publication) -> ForgeCall<Void>
}

extension LineReviewAPI {
  func openRemarks(
    ofReview id: Int, on pullRequest: ForgePullRequest<Self>, by account: Account, _ mark: LineMark
  ) async throws(ForgeError) -> [PostedRemarks.Remark] { [] }
}

/// The hidden first lines of reviews and of comments at lines, which identify them.
struct LineMark: Hashable, Sendable {
  private static let suffix = " -->"
  /// A longer line is not ours.
  private static let maximumBytes = 4_000

  let name: String

  init(_ marker: CommentMarker) { name = marker.name }

  func line(of remark: String, isFixed: Bool = false) -> String {
    "<!-- reviewbot:inline id=\(name) \(remark)\(isFixed ? " fixed" : "")\(Self.suffix)"
  }

  /// Returns the line with the marks of the review's remarks, which a forge may not list.
  func line(ofReview commit: CommitID, _ marks: [String]) -> String {
    "<!-- reviewbot:review id=\(name) \(([commit.hex] + marks).joined(separator: " "))\(Self.suffix)"
  }

  /// Returns the mark of a comment; `nil` for any other text.
  func remark(in text: String) -> (mark: String, isFixed: Bool)? {
    guard let fields = fields(of: text, "inline"), fields.count == 1 || fields.count == 2 && fields[1] == "fixed",
      LineReview.isMark(fields[0])
    else { return nil }
    return (String(fields[0]), fields.count == 2)
  }

  /// Returns the head and the marks of a review; `nil` for any other text.
  func review(in text: String) -> (head: String, marks: [String])? {
    guard let fields = fields(of: text, "review"), let head = fields.first, CommitID(head) != nil,
      fields.dropFirst().allSatisfy({ LineReview.isMark($0) })
    else { return nil }
    return (String(head), fields.dropFirst().map(String.init))
  }

  /// Returns the text without its first line.
  static func content(of text: String) -> String {
    String(text.drop { !$0.isNewline }.drop { $0.isNewline })
  }

  private func fields(of text: String, _ kind: String) -> [Substring]? {
    let line = text.prefix { !$0.isNewline }
    let prefix = "<!-- reviewbot:\(kind) id=\(name) "
    guard line.utf8.count <= Self.maximumBytes, line.hasPrefix(prefix), line.hasSuffix(Self.suffix),
      line.count > prefix.count + Self.suffix.count
    else { return nil }
    return line.dropFirst(prefix.count).dropLast(Self.suffix.count).split(
      separator: " ", omittingEmptySubsequences: false)
  }
}

extension LineReview.Remark {
  /// Returns the text of the comment.
  ///
  /// - Parameter range: the range of lines in a suggestion, where the forge needs it; `nil` for a forge without
  ///   suggestions.
  func text(_ publication: Publication, range: String? = "") -> String {
    let block = range.flatMap { range in replacement.map { "\n\n" + SuggestionBlock.text($0, range: range) } } ?? ""
    return "\(LineMark(publication.marker).line(of: mark))\n\(text)\(block)"
  }
}

/// A suggestion block in Markdown, which a forge offers to apply to lines.
enum SuggestionBlock {
  /// - Parameter range: the lines, where the forge cannot derive them from the comment's place; starts with a colon.
  static func text(_ replacement: String, range: String = "") -> String {
    let fence = fence(around: replacement)
    let lines = replacement.isEmpty ? "" : replacement + "\n"
    return "\(fence)suggestion\(range)\n\(lines)\(fence)"
  }

  /// Returns a fence longer than any in the text, so that the text cannot end it.
  private static func fence(around text: String) -> String {
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(3, longest + 1))
  }
}

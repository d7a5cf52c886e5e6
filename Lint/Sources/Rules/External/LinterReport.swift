// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

public import Findings
import Foundation

/// A finding as reported by another linter, which is not validated.
public struct ReportedFinding: Hashable, Sendable {
  package var path: String
  /// 1-based; the unit of columns depends on the linter.
  package var line = 1
  package var column = 1
  package var endLine: Int?
  package var endColumn: Int?
  package var severity = Severity.warning
  package var rule = ""
  package var message: String
}

/// The findings of a report.
public struct LinterReport: Hashable, Sendable {
  public private(set) var findings: [ReportedFinding] = []
  /// The number of findings over the limit, which are not kept.
  package private(set) var surplus = 0
  /// The reason why some of the output was not read, as the end of a sentence; `nil` if all of it was read.
  package private(set) var interruption: String?

  public init() {}

  mutating func add(_ finding: ReportedFinding) {
    if findings.count < LinterReportReader.maximumFindings { findings.append(finding) } else { surplus += 1 }
  }

  mutating func interrupt(_ reason: String) { interruption = interruption ?? reason }

  /// Records a line that was not read, because it is too long.
  mutating func skipLine() { interrupt("a line is longer than \(LinesReader.maximumLineBytes >> 10) KiB") }

  /// Adds the report about another part of the files.
  public mutating func append(_ other: LinterReport) {
    for finding in other.findings { add(finding) }
    surplus += other.surplus
    interruption = interruption ?? other.interruption
  }
}

/// A report that cannot be read.
public struct LinterReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason as the end of a sentence.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Reads the reports of other linters. They are hostile, because a linter prints parts of the code under review.
public enum LinterReportReader {
  /// The limit of a report.
  public static let maximumBytes = 8 << 20
  package static let maximumFindings = 10_000

  /// - Parameters:
  ///   - bytes: the output of the linter.
  ///   - regex: the regular expression of the format `lines`.
  /// - Throws: ``LinterReportError`` for output that is not a report of the format.
  public static func read(
    _ bytes: [UInt8], _ format: LinterReportFormat, regex: String = ""
  ) throws(LinterReportError) -> LinterReport {
    guard bytes.count <= maximumBytes else { throw LinterReportError("it has more than \(maximumBytes >> 20) MiB") }
    return switch format {
    case .sarif: try SARIFReader.read(bytes)
    case .checkstyle: try CheckstyleReader.read(bytes)
    case .swiftLintJSON: try SwiftLintReportReader.read(bytes)
    case .github: GitHubAnnotationReader.read(bytes)
    case .lines: try LinesReader(regex: regex).read(bytes)
    }
  }
}

extension Severity {
  /// The severity for a linter's word; a warning if the word is unknown or missing.
  init(word: String?) {
    switch word?.lowercased() {
    case "error", "fatal", "critical", "failure": self = .error
    case "note", "notice", "info", "information", "hint", "none", "remark", "style": self = .note
    default: self = .warning
    }
  }
}

/// A part of untrusted JSON, which is empty if it is missing or has another type: one damaged element does not
/// invalidate the others.
@dynamicMemberLookup
struct LenientJSON {
  private let value: Any?

  private init(value: Any?) { self.value = value }

  /// - Throws: an error of Foundation for bytes that are not JSON.
  init(_ bytes: [UInt8]) throws {
    value = try JSONSerialization.jsonObject(with: Data(bytes))
  }

  subscript(dynamicMember key: String) -> LenientJSON { LenientJSON(value: (value as? [String: Any])?[key]) }

  subscript(index: Int?) -> LenientJSON {
    guard let index, let all = value as? [Any], all.indices.contains(index) else { return LenientJSON(value: nil) }
    return LenientJSON(value: all[index])
  }

  var array: [LenientJSON]? { (value as? [Any])?.map(LenientJSON.init(value:)) }
  var isObject: Bool { value is [String: Any] }
  var isMissing: Bool { value == nil || value is NSNull }
  var string: String? { value as? String }
  var int: Int? { value as? Int }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A finding as another linter reports it. Nothing of it has been checked.
package struct ReportedFinding: Hashable, Sendable {
  package var path: String
  /// From 1; columns in whatever unit the linter counts.
  package var line = 1
  package var column = 1
  package var endLine: Int?
  package var endColumn: Int?
  package var severity = Severity.warning
  package var rule = ""
  package var message: String

  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

/// The findings of a report.
package struct LinterReport: Hashable, Sendable {
  package private(set) var findings: [ReportedFinding] = []
  /// Findings over the limit, which are not kept.
  package private(set) var surplus = 0
  /// Why the rest of the output was not read, as the end of a sentence; `nil` if it was.
  package var interruption: String?

  package init() {}

  mutating func add(_ finding: ReportedFinding) {
    if findings.count < LinterReportReader.maximumFindings { findings.append(finding) } else { surplus += 1 }
  }

  /// Adds the findings of another part of the files.
  package mutating func append(_ other: LinterReport) {
    for finding in other.findings { add(finding) }
    surplus += other.surplus
    interruption = interruption ?? other.interruption
  }
}

/// A report that cannot be read.
package struct LinterReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The end of a sentence.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Reads the reports of other linters. They are hostile: a linter reads code under review, and prints parts of it.
package enum LinterReportReader {
  /// Of a report.
  package static let maximumBytes = 8 << 20
  package static let maximumFindings = 10_000

  /// - Parameters:
  ///   - bytes: the output of the linter.
  ///   - regex: of the format `lines`.
  /// - Throws: ``LinterReportError`` for output that is not a report of the format.
  package static func read(
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
  /// The severity that a linter's word stands for; a warning if the word is unknown or missing.
  init(word: String?) {
    switch word?.lowercased() {
    case "error", "fatal", "critical", "failure": self = .error
    case "note", "notice", "info", "information", "hint", "none", "remark", "style": self = .note
    default: self = .warning
    }
  }
}

/// An element of a JSON array; `nil` if it has another shape, so that one damaged element does not cost the others.
struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}

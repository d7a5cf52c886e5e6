// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import HostileText
import ReviewContract

/// Renders the lines of a measurement as Cobertura's XML, which GitLab shows at the lines of a diff.
///
/// As in LCOV, a line has the hits 0 or 1, and a line that ran only in part has two branches, one of them taken. Each
/// directory is a package and each file a class. Source: coverage-04.dtd of Cobertura.
struct CoberturaRenderer {
  /// Name and version of the program.
  let tool: String

  func render(_ report: LineReport) -> String {
    // A class without lines would be read as a file that is covered.
    let files = report.files.filter { $0.counts.measurable > 0 }
    let packages = Dictionary(grouping: files) { Self.split($0.path).folder }.sorted { $0.key < $1.key }
    let counts = files.reduce(LineCounts()) { $0 + $1.counts }
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
      <coverage \(Self.rates(counts)) lines-covered="\(Self.covered(counts))" lines-valid="\(counts.measurable)" \
      branches-covered="\(counts.partial)" branches-valid="\(2 * counts.partial)" complexity="0" \
      version="\(XMLText.escaped(tool))" timestamp="\(Self.timestamp)">
        <sources>
          <source>.</source>
        </sources>
        <packages>
      \(packages.map(Self.package).joined())  </packages>
      </coverage>

      """
  }

  /// The required time. A measurement has none, so that the same measurement is the same file.
  private static let timestamp = 0

  private static func package(_ folder: String, _ files: [LineReport.File]) -> String {
    let counts = files.reduce(LineCounts()) { $0 + $1.counts }
    return """
          <package name="\(name(folder))" \(rates(counts)) complexity="0">
            <classes>
      \(files.map(record).joined())      </classes>
          </package>

      """
  }

  private static func record(_ file: LineReport.File) -> String {
    """
            <class name="\(name(split(file.path).name))" filename="\(name(file.path))" \(rates(file.counts)) \
    complexity="0">
              <methods/>
              <lines>
    \(file.countedLines.map(line).joined())          </lines>
            </class>

    """
  }

  private static func line(_ line: LineReport.Line) -> String {
    let head = "            <line number=\"\(line.line)\" hits=\"\(line.class == .missed ? 0 : 1)\""
    guard line.class == .partial else { return head + " branch=\"false\"/>\n" }
    return head + " branch=\"true\" condition-coverage=\"50% (1/2)\"><conditions>"
      + "<condition number=\"0\" type=\"jump\" coverage=\"50%\"/></conditions></line>\n"
  }

  private static func covered(_ counts: LineCounts) -> Int { counts.covered + counts.partial }

  private static func rates(_ counts: LineCounts) -> String {
    "line-rate=\"\(rate(covered(counts), of: counts.measurable))\" "
      + "branch-rate=\"\(rate(counts.partial, of: 2 * counts.partial))\""
  }

  /// Returns a share with at most four decimals, rounded down; 1 for 0 of 0. Integers have no locale.
  private static func rate(_ part: Int, of whole: Int) -> String {
    guard part < whole else { return "1" }
    let digits = String(10_000 + part * 10_000 / whole).dropFirst()
    let decimals = digits.reversed().drop { $0 == "0" }.reversed()
    return decimals.isEmpty ? "0" : "0." + String(decimals)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Returns a path as an attribute, with all its spaces, because programs compare it with the paths of files.
  private static func name(_ path: String) -> String {
    XMLText.marked(HostileText(path).line(limit: 4096, spacing: .kept), apostrophe: "&apos;")
  }
}

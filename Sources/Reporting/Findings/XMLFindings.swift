// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import HostileText

/// Checkstyle's XML.
struct CheckstyleFindings {
  func render(_ list: FindingList) -> String {
    var lines = ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<checkstyle version=\"4.3\">"]
    for (path, entries, isOld) in list.byPath {
      lines.append("  <file name=\"\(XMLText.escaped(path))\">")
      for entry in entries {
        let finding = entry.finding
        let severity = isOld || finding.severity == .note ? "info" : finding.severity.rawValue
        lines.append(
          "    <error line=\"\(finding.range.startLine)\" column=\"\(finding.range.startColumn)\" "
            + "severity=\"\(severity)\" message=\"\(XMLText.escaped(entry.message))\" "
            + "source=\"reviewbot.\(XMLText.escaped(finding.rule))\"/>")
      }
      lines.append("  </file>")
    }
    return lines.joined(separator: "\n") + "\n</checkstyle>\n"
  }
}

/// The XML of JUnit: a failed test case for each finding, a skipped one for each that does not count.
struct JUnitFindings {
  func render(_ list: FindingList) -> String {
    let (count, old) = (list.entries.count + list.old.count, list.old.count)
    let skipped = { (count: Int) in count == 0 ? "" : " skipped=\"\(count)\"" }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<testsuites name=\"reviewbot lint\" tests=\"\(count)\" failures=\"\(count - old)\"\(skipped(old))>",
    ]
    for (path, entries, isOld) in list.byPath {
      let name = XMLText.escaped(path)
      let (failed, passed) = isOld ? (0, entries.count) : (entries.count, 0)
      lines.append(
        "  <testsuite name=\"\(name)\" tests=\"\(entries.count)\" failures=\"\(failed)\"\(skipped(passed))>")
      for entry in entries {
        let finding = entry.finding
        let place = "\(finding.range.startLine):\(finding.range.startColumn)"
        let message = XMLText.escaped(entry.message)
        lines += [
          "    <testcase classname=\"\(name)\" name=\"\(XMLText.escaped(finding.rule)) at \(place)\">",
          isOld
            ? "      <skipped message=\"old: \(message)\"/>"
            : "      <failure type=\"\(finding.severity.rawValue)\" message=\"\(message)\">\(name):\(place)</failure>",
          "    </testcase>",
        ]
      }
      lines.append("  </testsuite>")
    }
    return lines.joined(separator: "\n") + "\n</testsuites>\n"
  }
}

extension FindingList {
  /// The entries of each file, in order, then those that do not count.
  var byPath: [(path: String, entries: [LocatedFinding], isOld: Bool)] {
    var files: [(path: String, entries: [LocatedFinding], isOld: Bool)] = []
    for (index, entry) in all.enumerated() {
      if let last = files.last, last.path == entry.finding.path, last.isOld == isOld(index) {
        files[files.count - 1].entries.append(entry)
      } else {
        files.append((entry.finding.path, [entry], isOld(index)))
      }
    }
    return files.map { ($0.path.isEmpty ? "pull request" : $0.path, $0.entries, $0.isOld) }
  }
}

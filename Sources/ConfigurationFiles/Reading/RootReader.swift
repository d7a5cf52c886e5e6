// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Reads what every configuration file is: one mapping, with the version of its form.
struct RootReader {
  let version: Int
  /// What to do about a file without content.
  let emptyRemedy: String

  /// What is written besides the version; `nil` when the file cannot be read.
  func entries(of text: String, _ problems: inout ProblemList) -> WrittenKeys? {
    let start = YAMLMark(line: 1, column: 1)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { return nil }
    switch root?.content {
    case .mapping(let entries):
      let mark = root?.mark ?? start
      if !entries.contains(where: { $0.key == "version" }) {
        problems.add("the version is missing", at: mark, remedy: "begin the file with version: \(version)")
      }
      for entry in entries where entry.key == "version" { check(entry.value, &problems) }
      return WrittenKeys(mark: mark, entries: entries.filter { $0.key != "version" })
    case nil, .empty: problems.add("the file is empty", at: start, remedy: emptyRemedy)
    case .scalar, .sequence:
      problems.add(
        "the file is not a mapping", at: root?.mark ?? start, remedy: "begin the file with version: \(version)")
    }
    return nil
  }

  private func check(_ node: YAMLNode, _ problems: inout ProblemList) {
    guard node.content != .scalar("\(version)") else { return }
    problems.add(
      "version: expected \(version), found \(node.kind)", at: node.mark,
      remedy: "this reviewbot reads version \(version)")
  }
}

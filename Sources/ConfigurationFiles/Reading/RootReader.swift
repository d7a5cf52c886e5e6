// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Reads the root of a configuration file: a mapping with the version of the format.
struct RootReader<Root: ConfigurationRoot>: Sendable {
  /// The remedy for an empty file.
  let emptyRemedy: String

  /// Returns the keys except the version; `nil` if the file cannot be parsed.
  func entries(of text: String, _ problems: inout ProblemList) -> KeyLocations? {
    let start = YAMLMark(line: 1, column: 1)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { return nil }
    switch root?.content {
    case .mapping(let entries):
      let mark = root?.mark ?? start
      if !entries.contains(where: { $0.key == "version" }) {
        problems.add("version is missing", at: mark, remedy: "begin the file with version: \(Root.version)")
      }
      for entry in entries where entry.key == "version" { check(entry.value, &problems) }
      return KeyLocations(mark: mark, entries: entries.filter { $0.key != "version" })
    case nil, .empty: problems.add("the file is empty", at: start, remedy: emptyRemedy)
    case .scalar, .sequence:
      problems.add(
        "the file is not a mapping", at: root?.mark ?? start, remedy: "begin the file with version: \(Root.version)")
    }
    return nil
  }

  private func check(_ node: YAMLNode, _ problems: inout ProblemList) {
    guard node.content != .scalar("\(Root.version)") else { return }
    problems.add(
      "version: expected \(Root.version), found \(node.kind)", at: node.mark,
      remedy: "this version of reviewbot supports version \(Root.version)")
  }

  /// Reads an entry of the root: a key, or a section.
  func read(_ entry: YAMLNode.Entry, into root: inout Root, _ problems: inout ProblemList) {
    if let section = Root.sections.first(where: { $0.name == entry.key }) {
      switch entry.value.content {
      // All keys of a section may be commented out.
      case .empty: return
      case .scalar, .sequence:
        problems.add("\(entry.key): expected keys, found \(entry.value.kind)", at: entry.value.mark)
      case .mapping(let entries):
        for entry in entries { read(entry, "key", section.keys, section.allNames, &root, &problems) }
      }
    } else {
      read(entry, Root.noun, Root.keys, ["version"] + Root.names, &root, &problems)
    }
  }

  /// - Parameters:
  ///   - noun: the noun for an unknown key in messages.
  ///   - names: the valid names.
  private func read(
    _ entry: YAMLNode.Entry, _ noun: String, _ keys: [ConfigurationKey<Root>], _ names: [String],
    _ root: inout Root, _ problems: inout ProblemList
  ) {
    guard let key = keys.first(where: { $0.name == entry.key }) else {
      problems.addUnknown(noun, entry, among: names, misplaced: Root.misplaced)
      return
    }
    do {
      try key.read(entry.value, &root)
    } catch {
      problems.add(error, of: key.name, at: entry.value.mark)
    }
  }
}

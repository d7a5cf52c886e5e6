// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Yams

/// Parses untrusted YAML into plain values.
///
/// An alias can expand a few bytes to gigabytes, and a tag can select types; a configuration needs neither. Yams
/// traverses keys to compare them, so that anchors must be rejected before it parses a text in which aliases use them.
struct YAMLText {
  static let maximumBytes = 64 << 10
  static let maximumDepth = 32

  private let text: String
  private let lines: [[Unicode.Scalar]]

  init(_ text: String) {
    self.text = text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
    lines = self.text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }.map(Array.init)
  }

  /// Returns the root; `nil` for an empty file.
  func root(_ problems: inout ProblemList) -> YAMLNode? {
    let start = YAMLMark(line: 1, column: 1)
    guard text.utf8.count <= Self.maximumBytes else {
      problems.add("the file has more than \(Self.maximumBytes) bytes", at: start, remedy: "make it shorter")
      return nil
    }
    do {
      if text.unicodeScalars.contains("&") {
        let parser = try Self.parser(textWithoutAliases)
        let node = try parser.singleRoot()
        // The nodes refer to their anchors weakly.
        if let node { withExtendedLifetime(parser) { addAnchors(in: node, to: &problems) } }
      }
      guard problems.isEmpty, let node = try Self.parser(text).singleRoot() else { return nil }
      return convert(node, depth: 1, &problems)
    } catch let error as YamlError {
      add(error, to: &problems)
    } catch {
      problems.add("the file is not YAML: \(error)", at: start)
    }
    return nil
  }

  private static func parser(_ text: String) throws -> Yams.Parser {
    try Yams.Parser(yaml: text, resolver: .basic, encoding: .utf8)
  }

  /// Replaces the asterisks in ``textWithoutAliases``. A letter could make two keys equal.
  private static let replacedAsterisk: Unicode.Scalar = "\u{e000}"

  /// The text with the same anchors, in which they cannot be used.
  private var textWithoutAliases: String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "*" ? Self.replacedAsterisk : $0 }))
  }

  /// Adds a problem for each value and key with an anchor.
  private func addAnchors(in node: Node, to problems: inout ProblemList) {
    if node.anchor != nil {
      problems.add("anchors are not accepted", at: mark(of: node), remedy: "write the value where it is needed")
    }
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        addAnchors(in: key, to: &problems)
        addAnchors(in: value, to: &problems)
      }
    case .sequence(let sequence): for item in sequence { addAnchors(in: item, to: &problems) }
    case .scalar, .alias: break
    }
  }

  private func convert(_ node: Node, depth: Int, _ problems: inout ProblemList) -> YAMLNode? {
    let mark = mark(of: node)
    guard depth <= Self.maximumDepth else {
      problems.add("values are nested more than \(Self.maximumDepth) deep", at: mark)
      return nil
    }
    if isTagged(at: mark) {
      problems.add("tags are not accepted", at: mark, remedy: "remove the tag, the word that begins with !")
      return nil
    }
    switch node {
    case .scalar(let scalar):
      let isEmpty = scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
      return YAMLNode(content: isEmpty ? .empty : .scalar(scalar.string), mark: mark)
    case .sequence(let sequence):
      let items = sequence.compactMap { convert($0, depth: depth + 1, &problems) }
      return YAMLNode(content: .sequence(items), mark: mark)
    case .mapping(let mapping):
      let entries = mapping.compactMap { entry($0.key, $0.value, depth, &problems) }
      return YAMLNode(content: .mapping(entries), mark: mark)
    case .alias:
      problems.add("aliases are not accepted", at: mark, remedy: "write the value where it is needed")
      return nil
    }
  }

  private func entry(_ key: Node, _ value: Node, _ depth: Int, _ problems: inout ProblemList) -> YAMLNode.Entry? {
    let mark = mark(of: key)
    guard case .scalar(let scalar) = key, !isTagged(at: mark) else {
      problems.add("a key must be a plain scalar", at: mark)
      return nil
    }
    guard scalar.string != "<<" else {
      problems.add("merge keys are not accepted", at: mark, remedy: "write the values where they are needed")
      return nil
    }
    guard let value = convert(value, depth: depth + 1, &problems) else { return nil }
    return YAMLNode.Entry(key: scalar.string, mark: mark, value: value)
  }

  private func mark(of node: Node) -> YAMLMark {
    YAMLMark(line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  /// Returns whether a value has an explicit tag, which is at its location: Yams does not distinguish explicit tags
  /// from resolved ones.
  private func isTagged(at mark: YAMLMark) -> Bool {
    guard mark.line <= lines.count, mark.column <= lines[mark.line - 1].count else { return false }
    return lines[mark.line - 1][mark.column - 1] == "!"
  }

  private func character(at mark: YAMLMark) -> Unicode.Scalar? {
    guard mark.line <= lines.count, mark.column <= lines[mark.line - 1].count else { return nil }
    return lines[mark.line - 1][mark.column - 1]
  }

  private func add(_ error: YamlError, to problems: inout ProblemList) {
    switch error {
    case .duplicatedKeysInMapping(let names, let context):
      let mark = YAMLMark(line: context.mark.line, column: context.mark.column)
      let name = (names.first ?? "").replacing(String(Self.replacedAsterisk), with: "*")
      problems.add("duplicate key \(shown(name))", at: mark, remedy: "keep one of them")
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let message = [context?.text, problem].compactMap(\.self).joined(separator: " ")
      let mark = YAMLMark(line: max(1, mark.line), column: max(1, mark.column))
      if character(at: mark) == "\t" {
        problems.add("YAML cannot be indented with tabs", at: mark, remedy: "use spaces")
      } else if message.contains("alias") {
        problems.add("aliases are not accepted", at: mark, remedy: "put quotes around a pattern that begins with *")
      } else if message.contains("another document") {
        problems.add("the file contains more than one document", at: mark, remedy: "keep one of them")
      } else {
        problems.add("the file is not YAML: \(message)", at: mark)
      }
    case .reader(let problem, _, _, _):
      problems.add("the file is not YAML: \(problem)", at: YAMLMark(line: 1, column: 1))
    default: problems.add("the file is not YAML", at: YAMLMark(line: 1, column: 1))
    }
  }
}

/// A validated YAML value: no anchors, aliases, tags, merge keys or duplicate keys, and of limited depth.
package struct YAMLNode: Hashable, Codable, Sendable {
  package struct Entry: Hashable, Codable, Sendable {
    package let key: String
    package let mark: YAMLMark
    package let value: YAMLNode
  }

  package indirect enum Content: Hashable, Codable, Sendable {
    /// The text in the file, without YAML's type resolution.
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([Entry])
    /// No value.
    case empty
  }

  package let content: Content
  package let mark: YAMLMark

  /// The node as a list: a list of one for a scalar.
  var asList: YAMLNode {
    if case .scalar = content { YAMLNode(content: .sequence([self]), mark: mark) } else { self }
  }

  /// A description for messages, with the value of a scalar.
  var kind: String {
    if case .scalar(let text) = content { shown(text) } else { shape }
  }

  /// A description for messages that must not show the value.
  var shape: String {
    switch content {
    case .scalar: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .empty: "nothing"
    }
  }
}

extension [YAMLNode] {
  /// Returns the values of all elements.
  ///
  /// - Throws: all errors at once, each at its element.
  func values<Value>(_ read: (YAMLNode) throws(ValueError) -> Value) throws(ValueError) -> [Value] {
    var values: [Value] = []
    var errors: [ValueError] = []
    for item in self {
      do throws(ValueError) {
        values.append(try read(item))
      } catch {
        errors.append(error.at(item.mark))
      }
    }
    if let error = ValueError.joined(errors) { throw error }
    return values
  }
}

/// A location in a YAML file: 1-based line and 1-based column in characters.
package struct YAMLMark: Hashable, Codable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package static func < (left: YAMLMark, right: YAMLMark) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

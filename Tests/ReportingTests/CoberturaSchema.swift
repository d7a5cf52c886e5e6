// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Checks a document by the elements and attributes of Cobertura's coverage-04.dtd.
final class CoberturaSchema: NSObject, XMLParserDelegate {
  private struct Element {
    /// The children in their only order, each with whether it can be missing and whether it can be repeated.
    var children: [(name: String, isOptional: Bool, isRepeated: Bool)] = []
    var required: Set<String> = []
    var optional: Set<String> = []
    var hasText = false
  }

  private static let rates: Set<String> = ["line-rate", "branch-rate", "complexity"]

  private static let elements: [String: Element] = [
    "coverage": Element(
      children: [("sources", true, false), ("packages", false, false)],
      required: rates.union([
        "lines-covered", "lines-valid", "branches-covered", "branches-valid", "version", "timestamp",
      ])),
    "sources": Element(children: [("source", true, true)]),
    "source": Element(hasText: true),
    "packages": Element(children: [("package", true, true)]),
    "package": Element(children: [("classes", false, false)], required: rates.union(["name"])),
    "classes": Element(children: [("class", true, true)]),
    "class": Element(
      children: [("methods", false, false), ("lines", false, false)], required: rates.union(["name", "filename"])),
    "methods": Element(children: [("method", true, true)]),
    "method": Element(children: [("lines", false, false)], required: rates.union(["name", "signature"])),
    "lines": Element(children: [("line", true, true)]),
    "line": Element(
      children: [("conditions", true, true)], required: ["number", "hits"], optional: ["branch", "condition-coverage"]),
    "conditions": Element(children: [("condition", true, true)]),
    "condition": Element(required: ["number", "type", "coverage"]),
  ]

  private(set) var problems: [String] = []
  /// The attributes of each element of a name, in the order of the document.
  private(set) var attributes: [String: [[String: String]]] = [:]
  private var path: [(name: String, children: [String])] = []

  /// Parses a document.
  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { problems.append("it is not well-formed XML: \(String(describing: parser.parserError))") }
    if let open = path.last { problems.append("it is not well-formed XML: <\(open.name)> has no end") }
    if attributes["coverage"]?.count != 1 { problems.append("its root is not coverage") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if !path.isEmpty { path[path.count - 1].children.append(name) }
    path.append((name, []))
    self.attributes[name, default: []].append(attributes)
    guard let element = Self.elements[name] else { return problems.append("<\(name)> is not an element") }
    let names = Set(attributes.keys)
    for missing in element.required.subtracting(names).sorted() { problems.append("<\(name)> lacks \(missing)") }
    for other in names.subtracting(element.required).subtracting(element.optional).sorted() {
      problems.append("<\(name)> has \(other)")
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let ended = path.popLast(), let element = Self.elements[name] else { return }
    var rest = ended.children[...]
    for child in element.children {
      let count = child.isRepeated ? rest.prefix { $0 == child.name }.count : rest.first == child.name ? 1 : 0
      if count == 0, !child.isOptional { problems.append("<\(name)> lacks <\(child.name)>") }
      rest = rest.dropFirst(count)
    }
    if let other = rest.first { problems.append("<\(name)> has <\(other)> at a wrong place") }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard let name = path.last?.name, Self.elements[name]?.hasText != true else { return }
    if !text.allSatisfy(\.isWhitespace) { problems.append("<\(name)> has text") }
  }
}

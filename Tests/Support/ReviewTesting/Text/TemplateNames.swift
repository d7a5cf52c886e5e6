// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// The names in Mustache templates. A template renders a name that no view has as nothing, without an error.
package struct TemplateNames {
  private struct Tag: Hashable {
    /// Such as `#`; `{` for unescaped text, and nothing for text.
    let kind: String
    let name: String
  }

  /// A view with all views in its properties.
  package struct View {
    package private(set) var labels: Set<String> = []
    /// Names that do not fit their types, and optional properties that shadow one of a view around theirs.
    package private(set) var problems: [String] = []

    package init(_ view: Any) {
      add(view, around: [])
    }

    private mutating func add(_ view: Any, around: Set<String>) {
      let mirror = Mirror(reflecting: view)
      if mirror.displayStyle == .optional || mirror.displayStyle == .collection {
        for child in mirror.children { add(child.value, around: around) }
      }
      guard mirror.displayStyle == .struct, !(view is HTML) else { return }
      let own = Set(mirror.children.compactMap(\.label))
      for child in mirror.children {
        guard let label = child.label else { continue }
        let type = ObjectIdentifier(Swift.type(of: child.value))
        let isMarkup = type == ObjectIdentifier(HTML.self) || type == ObjectIdentifier(HTML?.self)
        if isMarkup != label.hasSuffix("HTML") { problems.append("the name of \(label) does not fit its type") }
        if Mirror(reflecting: child.value).displayStyle == .optional, around.contains(label) {
          problems.append("\(label) is looked up in the views around \(mirror.subjectType)")
        }
        add(child.value, around: around.union(own))
      }
      labels.formUnion(own)
    }
  }

  private let tags: Set<Tag>

  /// - Parameter files: the texts of the templates by their names.
  package init(_ files: [String: [UInt8]]) {
    tags = Set(
      files.values.flatMap { file in
        String(decoding: file, as: UTF8.self).matches(of: #/\{\{([#^\/>{<$!]?)\s*([^}]*?)\s*\}\}/#).map {
          Tag(kind: String($0.output.1), name: String($0.output.2))
        }
      })
  }

  private func names(_ kinds: [String]) -> Set<String> { Set(tags.filter { kinds.contains($0.kind) }.map(\.name)) }

  /// The names of properties. A dot is the view itself.
  package var properties: Set<String> { names(["", "{", "#", "^"]).subtracting(["."]) }

  /// The names of other templates.
  package var partials: Set<String> { names([">", "<"]) }

  /// Names of text that is not escaped, and of markup that is.
  package var wronglyEscaped: Set<String> {
    names(["{"]).filter { !$0.hasSuffix("HTML") }.union(names([""]).filter { $0.hasSuffix("HTML") })
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The comment on the pull request.
package struct CommentSection: ConfigurationSection {
  package var choice = CommentChoice()

  package init() {}

  package init(from decoder: any Decoder) throws {
    choice = try CommentChoice(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try choice.encode(to: encoder)
  }

  package static let name = "comment"
  package static let summary = "The comment on the pull request."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "when", \.choice.when, .choice,
        "When a comment is written: `always`, if there are `problems` (failures, findings, flaky or removed tests), if there are "
          + "problems or the coverage is `changed`, or `never`. An existing comment is always updated, except with `never`."
      ),
      ConfigurationKey(
        "sections", \.choice.sections, .commentSections,
        "The collapsible sections of the comment, in this order. The table of checks is always shown."),
      ConfigurationKey(
        "details", \.choice.details, .choice, "Whether the sections are `folded` or `open`."),
    ]
  }
}

extension ConfigurationCodec<[CommentChoice.Section]> {
  static var commentSections: ConfigurationCodec {
    let names = CommentChoice.Section.allCases.map(\.rawValue)
    let words = "list of \(names.joined(separator: ", "))"
    let schema: JSONValue = [
      "type": "array", "uniqueItems": true, "items": ["enum": .array(names.map { .text($0) })],
    ]
    return ConfigurationCodec(description: CodecDescription(words: words, schema: schema)) { sections in
      "[" + sections.map(\.rawValue).joined(separator: ", ") + "]"
    } read: { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content else {
        throw ValueError("expected a \(words), found \(node.kind)")
      }
      var sections: [CommentChoice.Section] = []
      for item in items {
        do throws(ValueError) {
          let section = try ConfigurationCodec<CommentChoice.Section>.choice.read(item)
          guard !sections.contains(section) else { throw ValueError("\(shown(section.rawValue)) is listed twice") }
          sections.append(section)
        } catch {
          throw error.at(item.mark)
        }
      }
      return sections
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import Mustache

/// Mustache templates of HTML pages.
///
/// `{{name}}` is one line of text: hidden scalars become visible escapes, and markup is escaped. `{{{name}}}` is for values
/// of the type ``HTML`` only, and their names end in `HTML`. The indentation of a template is not rendered, also because
/// that of a partial would be repeated in the lines of its values.
package struct HTMLTemplates: Sendable {
  private static let contentType = "REVIEWBOT"
  /// In scalars; see ``HostileText/line(limit:spacing:)``.
  fileprivate static let longestText = 400

  private let library: MustacheLibrary

  /// - Parameter files: the texts of the templates by their names. One that cannot be parsed is a programming error.
  package init(_ files: [String: [UInt8]]) {
    MustacheContentTypes.register(HostileHTML(), named: Self.contentType)
    library = MustacheLibrary(
      templates: files.mapValues { file in
        let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          .map { line in String(decoding: line.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self) }
        do {
          return try MustacheTemplate(
            string: (["{{% CONTENT_TYPE:\(Self.contentType)}}"] + lines).joined(separator: "\n"))
        } catch {
          preconditionFailure("a template cannot be parsed: \(error)")
        }
      })
  }

  /// Returns the text of a template with the values of a view. A template that does not exist is a programming error.
  package func html(_ name: String, _ view: some Sendable) -> HTML {
    guard let text = library.render(view, withTemplate: name) else {
      preconditionFailure("there is no template \(name)")
    }
    return "\(trusted: text)"
  }
}

private struct HostileHTML: MustacheContentType {
  func escapeText(_ text: String) -> String {
    XMLText.marked(HostileText(text).line(limit: HTMLTemplates.longestText))
  }
}

extension HTML: MustacheCustomRenderable {
  package var renderText: String { text }
  package var isNull: Bool { text.isEmpty }
}

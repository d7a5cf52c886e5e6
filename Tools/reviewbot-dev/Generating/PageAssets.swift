// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The style and the script of `report.html` as a source file, because the program is one file without resources.
struct PageAssets {
  private static let folder = "Sources/Reporting/Page/Assets"
  /// In the order of the page.
  private static let styles = ["base.css", "summary.css", "code.css"]
  private static let scripts = ["model.js", "highlight.js", "code.js", "page.js", "keys.js"]

  private let folder: SourceDirectory

  init(_ folder: SourceDirectory) {
    self.folder = folder
  }

  var file: GeneratedFile {
    get throws {
      let style = try Self.styles.map(content).joined()
      let script = "(() => {\n\"use strict\";\n" + (try Self.scripts.map(content).joined()) + "})();\n"
      let text = """
        \(SourceCheck.header.joined(separator: "\n"))

        // Written by `reviewbot-dev generate` from the files in Assets; do not edit.

        enum PageAssets {
          static let style = #\"""
        \(Self.indented(style))
            \"""#

          static let script = #\"""
        \(Self.indented(script))
            \"""#
        }

        """
      return GeneratedFile(path: "Sources/Reporting/Page/PageAssets+Generated.swift", text: text)
    }
  }

  /// Returns the content without comment lines and indentation.
  private func content(_ name: String) throws -> String {
    let lines = (try folder.text("\(Self.folder)/\(name)") ?? "").split(separator: "\n")
    let kept = lines.map { $0.drop { $0 == " " } }.filter { line in
      !["//", "/* SPDX", "/** "].contains { line.hasPrefix($0) }
    }
    return kept.map { $0 + "\n" }.joined()
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import HTMLTemplates

/// A figure of SVG in the colors of the reader's theme: a file, or an element of a page.
package struct PlotFigure {
  /// In pixels.
  static let width = 880

  let title: String
  let height: Int
  let content: HTML

  /// The text of an SVG file.
  package var document: String {
    let style = "<style>\nsvg { color-scheme: light dark; }\n\(PageAssets.plotStyle)\n</style>"
    return element(
      "\(trusted: style)\n<rect class=\"back\" width=\"\(Self.width)\" height=\"\(height)\" rx=\"12\"/>\n"
    ).text + "\n"
  }

  /// The element of a page whose style sheet has ``style``: a content security policy allows no other styles.
  package var element: HTML { element("") }

  package static var style: String { PageAssets.plotStyle }

  private func element(_ start: HTML) -> HTML {
    """
    <svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" \
    aria-label="\(text: title)">
    <title>\(text: title)</title>
    \(start)\(content)
    </svg>
    """
  }
}

extension HTML.StringInterpolation {
  /// Appends a number with at most one decimal, in every locale.
  mutating func appendInterpolation(tenths value: Double) {
    let tenths = Int((value * 10).rounded())
    appendInterpolation(tenths / 10)
    if tenths % 10 != 0 { appendInterpolation(trusted: ".\(abs(tenths % 10))") }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import Foundation
import HTMLTemplates
import HostileText

/// A line of a log, with changes of its style.
struct LogLine: Hashable, Sendable {
  /// Counted from 1.
  let number: Int
  /// Without what is for the operator only.
  let text: String

  init(number: Int, text: String) {
    self.number = number
    if let mark = LogMark(text), mark.event == .detail {
      self.text = "\(mark.time) # a detail for the operator"
    } else {
      self.text = text
    }
  }

  /// What compilers, linkers, XCTest and Swift Testing print for an error.
  private static let errors = ["error: ", "Fatal error", "✘ Test ", "undefined reference"].map { Array($0.utf8) }

  static func reportsError(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let start = line.baseAddress else { return false }
    return errors.contains { error in
      error.withUnsafeBytes { reviewbot_find(start, line.count, $0.baseAddress ?? start, $0.count) != nil }
    }
  }

  /// - Parameter wanted: without uppercase ASCII letters.
  func contains(_ wanted: [UInt8]) -> Bool {
    text.withoutStyles.utf8.map(\.asciiLowercased).firstRange(of: wanted) != nil
  }

  /// Whether the daemon wrote it.
  var isMark: Bool { LogMark(text) != nil }

  var reportsError: Bool {
    var text = text
    return !isMark && text.withUTF8 { Self.reportsError(UnsafeRawBufferPointer($0)) }
  }

  /// The line with its styles as classes, without the indentation of output.
  var html: HTML {
    var styles = LogStyles()
    let shown = text.hasPrefix("  ") ? text.dropFirst(2) : text[...]
    guard shown.utf8.contains(0x1b) else { return "\(trusted: Self.escaped(shown))" }
    var parts: [HTML] = []
    for (style, part) in StyledText(shown) {
      for code in style?.codes ?? [] { styles.apply(code) }
      guard !part.isEmpty else { continue }
      let text = Self.escaped(part)
      let classes = styles.classes
      parts.append(classes.isEmpty ? "\(trusted: text)" : "<span class=\"\(trusted: classes)\">\(trusted: text)</span>")
    }
    return "\(parts)"
  }

  /// Returns the rows of lines in a page.
  ///
  /// Not a template: a log has thousands of lines, and a template reads each value by reflection.
  ///
  /// - Parameter page: the page with all lines, if it is another one.
  static func rows(_ lines: [LogLine], linkingTo page: String? = nil) -> HTML {
    var rows: HTML.StringInterpolation = .init(literalCapacity: lines.count * 160, interpolationCount: 0)
    for line in lines {
      let (number, kind) = (line.number, line.isMark ? "mark" : line.reportsError ? "error" : "")
      let page = page.map { "\($0)?line=\(number)" } ?? ""
      rows.appendInterpolation(
        """
        <div class="l \(trusted: kind)" id="L\(number)">\
        <a class="n" href="\(trusted: page)#L\(number)" aria-label="Line \(number)">\(number)</a>\
        <code>\(line.html)</code></div>

        """ as HTML)
    }
    return HTML(stringInterpolation: rows)
  }

  private static func escaped(_ text: Substring) -> String { XMLText.marked(HostileText(text).terminal()) }
}

/// The styles in effect in a line.
private struct LogStyles {
  private var isBold = false
  private var isItalic = false
  private var isUnderlined = false
  /// 1 to 7, red to white.
  private var color: Int?

  mutating func apply(_ code: Int) {
    switch code {
    case 0: self = LogStyles()
    case 1: isBold = true
    case 22: isBold = false
    case 3: isItalic = true
    case 23: isItalic = false
    case 4: isUnderlined = true
    case 24: isUnderlined = false
    case 31...37: color = code - 30
    case 90...97: color = code == 90 ? 7 : code - 90
    case 39: color = nil
    default: break
    }
  }

  var classes: String {
    [isBold ? "b" : nil, isItalic ? "i" : nil, isUnderlined ? "u" : nil, color.map { "c\($0)" }]
      .compactMap(\.self).joined(separator: " ")
  }
}

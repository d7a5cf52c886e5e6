// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// Drawings of the pages.
enum PageIcons {
  /// - Parameter tone: `good`, `bad`, `warn`, `note` or `none`.
  static func mark(_ tone: String) -> HTML {
    let path: HTML =
      switch tone {
      case "good": "<path d=\"m6 12.5 4 4 8-9\"/>"
      case "bad": "<path d=\"m7 7 10 10M17 7 7 17\"/>"
      case "warn": "<path d=\"M12 6v7m0 4v.1\"/>"
      case "note": "<path d=\"M12 6v6l4 3\"/>"
      default: "<path d=\"M7 12h10\"/>"
      }
    return """
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" \
      stroke-linejoin="round" aria-hidden="true">\(path)</svg>
      """
  }
}

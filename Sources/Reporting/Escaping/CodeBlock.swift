// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A fenced code block.
enum CodeBlock {
  /// - Parameter lines: one line each, made visible.
  static func make(_ lines: [String]) -> String {
    let longest = lines.map(BacktickRun.longest).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + "text"] + lines + [fence]).joined(separator: "\n")
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Lines that come one after the other, such as a build's output, without secrets: also without one whose beginning is in one
/// line, or in one chunk of a stream, and whose rest is in the next.
///
/// A line whose end may be the beginning of a secret is kept until the next line tells, or ``rest(_:)`` says that there is none.
package struct MaskedLines: Sendable {
  /// Besides the secret itself: what stands before it in its line.
  private static let most = 64 << 10

  private var waiting: [String] = []

  package init() {}

  /// - Returns: the lines that can be shown now, in their order; often the given one.
  package mutating func next(_ line: String, _ mask: SecretMask) -> [String] {
    guard !mask.isEmpty else { return rest(mask) + [line] }
    waiting.append(line)
    let bytes = Array(waiting.joined(separator: "\n").utf8)
    // What goes on for longer than any secret is none.
    guard let start = mask.openEnd(of: bytes), bytes.count - start <= Self.most + mask.longestForm else {
      return rest(mask)
    }
    let ends = waiting.indices.map { waiting[...$0].reduce(0) { $0 + $1.utf8.count + 1 } }
    let shown = ends.count { $0 <= start }
    let lines = Array(mask.masked(lines: waiting).prefix(shown))
    waiting.removeFirst(shown)
    return lines
  }

  /// The lines that waited, when no other follows.
  package mutating func rest(_ mask: SecretMask) -> [String] {
    defer { waiting = [] }
    return mask.masked(lines: waiting)
  }
}

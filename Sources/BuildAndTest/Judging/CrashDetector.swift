// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Finds the line that tells best of a crash in what the tests print.
struct CrashDetector: Hashable, Sendable {
  /// Where a process died, as Swift's runtime writes it.
  struct Place: Hashable, Sendable {
    /// `ShapeTests/CircleTests.swift`
    let file: String
    let line: Int
  }

  /// Best first: the program's own words say more than the number of the signal.
  private static let signs = [
    "Fatal error: ", "ERROR: AddressSanitizer: ", "WARNING: ThreadSanitizer: ", "*** Program crashed: ",
    "exited with unexpected signal code ",
  ]

  private var rank: Int?
  /// What the crash was, from the sign on; `nil` when nothing tells of one.
  private(set) var description: String?
  private(set) var place: Place?

  /// Whether a process is said to have died: a test can print the words of a crash without one, to test its own.
  private(set) var isCertain = false

  mutating func read(_ line: String) {
    for (rank, sign) in Self.signs.enumerated() {
      guard let found = line.firstRange(of: sign) else { continue }
      if rank == Self.signs.count - 1 { isCertain = true }
      if rank < self.rank ?? Self.signs.count {
        self.rank = rank
        description = String(line[found.lowerBound...].prefix(300))
        place = rank == 0 ? Self.place(line[..<found.lowerBound]) : nil
      }
      return
    }
  }

  /// `ShapeTests/CircleTests.swift:3: `
  private static func place(_ text: Substring) -> Place? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == " ", let line = Int(parts[1]) else { return nil }
    return Place(file: String(parts[0]), line: line)
  }
}

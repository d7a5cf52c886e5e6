// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Finds the line that tells best of a crash in what the tests print.
struct CrashDetector: Sendable {
  /// Best first: the program's own words say more than the number of the signal.
  private static let signs = [
    "Fatal error: ", "ERROR: AddressSanitizer: ", "WARNING: ThreadSanitizer: ", "*** Program crashed: ",
    "exited with unexpected signal code ",
  ]

  private var best: (rank: Int, text: String)?

  /// Whether a process is known to have died: a test can print the words of a crash without one, to test its own.
  private(set) var isCertain = false

  /// What the crash was, from the sign on; `nil` when nothing tells of one.
  var description: String? { best?.text }

  mutating func read(_ line: String) {
    for (rank, sign) in Self.signs.enumerated() {
      guard let found = line.firstRange(of: sign) else { continue }
      if rank == Self.signs.count - 1 { isCertain = true }
      if rank < best?.rank ?? Self.signs.count { best = (rank, String(line[found.lowerBound...].prefix(300))) }
      return
    }
  }
}

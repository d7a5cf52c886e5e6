// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The buckets of histograms. Fixed, because sums over machines need the same everywhere.
enum HistogramBounds {
  /// From an answer to a webhook to a long build, in seconds.
  static let seconds: [Double] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200,
  ]
  /// For what has no unit that we know: bytes, lines, findings.
  static let amounts: [Double] = [0, 1, 3, 10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 1e7, 1e8, 1e9]
}

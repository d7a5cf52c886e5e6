// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The numbers of one metric with one set of labels.
protocol MetricSeries: AnyObject, Sendable {
  /// The lines that show it, at one moment.
  func samples() -> [MetricSample]
}

/// A line of the exposition: what is added to the metric's name and labels, and the number.
struct MetricSample: Hashable, Sendable {
  /// Such as `_count`; empty for most.
  var suffix = ""
  /// The upper bound of a histogram's bucket.
  var bound: Double?
  let value: Double
}

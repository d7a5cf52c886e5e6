// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The labels of a series, valid and sorted by name, each name once.
struct MetricLabels: Hashable, Sendable, Comparable {
  struct Label: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The longest value that is kept, in scalars. Values may come from outside.
  static let longestValue = 200

  /// Names with a meaning of their own in histograms and summaries; ours get `exported_` before them.
  private static let reserved: Set<String> = ["le", "quantile"]

  private let labels: [Label]

  /// - Parameter dimensions: of a name that stands twice, the last value counts.
  init(_ dimensions: [(String, String)]) {
    var values: [String: String] = [:]
    for (name, value) in dimensions {
      let name = MetricName.label(name)
      values[Self.reserved.contains(name) ? "exported_\(name)" : name] = Self.plain(value)
    }
    labels = values.map { Label(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
  }

  private init(_ labels: [Label]) {
    self.labels = labels
  }

  var isEmpty: Bool { labels.isEmpty }

  /// The same names, of values that are not told apart any more.
  var joined: MetricLabels { MetricLabels(labels.map { Label(name: $0.name, value: "other") }) }

  /// As they stand behind the name, in braces; nothing where there are none.
  func text(bound: Double?) -> String {
    var pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
    if let bound { pairs.append("le=\"\(MetricNumber.text(bound))\"") }
    return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
  }

  static func < (left: MetricLabels, right: MetricLabels) -> Bool {
    for (first, second) in zip(left.labels, right.labels) where first != second {
      return (first.name, first.value) < (second.name, second.value)
    }
    return left.labels.count < right.labels.count
  }

  /// The format knows escapes for three characters only; others that control terminals are replaced.
  private static func plain(_ value: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars.prefix(longestValue) {
      text.append(scalar != "\n" && scalar.properties.generalCategory == .control ? "\u{fffd}" : scalar)
    }
    return String(text)
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

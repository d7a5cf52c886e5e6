// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// A metric with all its series.
struct MetricFamily: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge, histogram, timer

    /// The name of the type in the exposition format.
    var type: String { self == .timer ? "histogram" : rawValue }

    private var suffix: String? {
      switch self {
      case .counter: "_total"
      case .timer: "_seconds"
      case .gauge, .histogram: nil
      }
    }

    /// The name with the suffix of the kind.
    func shownName(_ name: String) -> String {
      guard let suffix, !name.hasSuffix(suffix) else { return name }
      return name + suffix
    }
  }

  /// Without the kind's suffix, unless the label had it.
  let name: String
  let kind: Kind
  /// The default of the `HELP` line.
  var help: String?
  var series: [MetricLabels: any MetricSeries] = [:]

  var shownName: String { kind.shownName(name) }

  /// The lines of the exposition, each with its line break.
  func text(help: String?) -> String {
    var lines: [String] = []
    if let help {
      let text = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      lines.append("# HELP \(shownName) \(text)")
    }
    lines.append("# TYPE \(shownName) \(kind.type)")
    for (labels, series) in series.sorted(by: { $0.key < $1.key }) {
      for sample in series.samples() {
        let place = "\(shownName)\(sample.suffix)\(labels.text(bound: sample.bound))"
        lines.append("\(place) \(MetricNumber.text(sample.value))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// The labels of a series: valid, unique, and sorted by name.
struct MetricLabels: Hashable, Sendable, Comparable {
  struct Label: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The longest value, in scalars: values may be hostile text.
  static let longestValue = 200

  /// Names that histograms and summaries reserve; a label gets the prefix `exported_`.
  private static let reserved: Set<String> = ["le", "quantile"]

  private let labels: [Label]

  /// - Parameter dimensions: the last value of a duplicate name counts.
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

  /// The same names with the value `other`, for series over the limit.
  var joined: MetricLabels { MetricLabels(labels.map { Label(name: $0.name, value: "other") }) }

  /// The labels in braces; empty without labels.
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

  /// The format has escapes for three characters only; other hidden scalars are replaced.
  private static func plain(_ value: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in value.unicodeScalars.prefix(longestValue) {
      text.append(scalar != "\n" && scalar.isHidden ? "\u{fffd}" : scalar)
    }
    return String(text)
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// Valid names of metrics and labels in Prometheus.
enum MetricName {
  /// A metric's name: letters, digits, `_` and `:`, not starting with a digit. Other characters become `_`.
  static func make(_ name: String) -> String { valid(name, isAllowed: { $0 == ":" }) }

  /// A label's name: as a metric's, without `:`. Names that begin with two underscores are reserved.
  static func label(_ name: String) -> String {
    let name = valid(name, isAllowed: { _ in false })
    return name.hasPrefix("__") ? "label" + name : name
  }

  private static func valid(_ name: String, isAllowed: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "_": text.unicodeScalars.append(scalar)
      case "0"..."9":
        if text.isEmpty { text = "_" }
        text.unicodeScalars.append(scalar)
      default: text.unicodeScalars.append(isAllowed(scalar) ? scalar : "_")
      }
    }
    return text.isEmpty ? "_" : text
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A metric with all its series.
struct MetricFamily: Sendable {
  enum Kind: String, Sendable {
    case counter, gauge, histogram, timer

    /// What the format calls it.
    var type: String { self == .timer ? "histogram" : rawValue }

    private var suffix: String? {
      switch self {
      case .counter: "_total"
      case .timer: "_seconds"
      case .gauge, .histogram: nil
      }
    }

    /// The name with the suffix that the kind asks for.
    func shownName(_ name: String) -> String {
      guard let suffix, !name.hasSuffix(suffix) else { return name }
      return name + suffix
    }
  }

  /// Without the kind's suffix, unless it was made with it.
  let name: String
  let kind: Kind
  /// What it counts, where nobody says it better.
  var help: String?
  var series: [MetricLabels: any MetricSeries] = [:]

  init(name: String, kind: Kind, help: String? = nil) {
    self.name = name
    self.kind = kind
    self.help = help
  }

  var shownName: String { kind.shownName(name) }

  /// The lines of the exposition, each with its end.
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

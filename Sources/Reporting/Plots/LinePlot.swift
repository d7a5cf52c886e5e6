// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import HTMLTemplates
import ReviewContract

/// A number of each commit or run of a branch as a curve, the oldest first.
package struct LinePlot: Sendable {
  package struct Point: Hashable, Sendable {
    package let value: Double
    /// The value with its unit.
    package let text: String
    /// The commit or run, with the value.
    package let label: String
    /// In seconds since 1970.
    package let time: Int
    package let hasFailed: Bool

    package init(value: Double, text: String, label: String, time: Int, hasFailed: Bool) {
      self.value = value
      self.text = text
      self.label = label
      self.time = time
      self.hasFailed = hasFailed
    }
  }

  package enum Scale: Sendable {
    case percent
    /// Of values in milliseconds.
    case duration
  }

  private static let (left, right, top, bottom) = (56.0, 24.0, 56.0, 40.0)
  private static let height = 320
  /// Of more points, only the last one and those with failures are marked.
  private static let mostDots = 60

  private let title: String
  private let scale: Scale
  private let nothing: String
  private let points: [Point]
  private let low: Double
  private let high: Double

  /// - Parameter nothing: what a plot without points says.
  package init(title: String, scale: Scale, nothing: String, points: [Point]) {
    self.title = title
    self.scale = scale
    self.nothing = nothing
    self.points = points
    let values = points.map(\.value)
    let (least, most) = (values.min() ?? 0, values.max() ?? 100)
    switch scale {
    case .percent:
      // At least five percentage points, except near 100 %, so that noise does not look like a cliff.
      let (middle, reach) = ((least + most) / 2, max(2.5, (most - least) * 0.65))
      low = max(0, middle - reach)
      high = min(100, max(low + 5, middle + reach))
    case .duration:
      low = 0
      high = max(1, most * 1.15)
    }
  }

  /// The text of an SVG file.
  package var document: String { figure.document }

  /// See ``PlotFigure/element``.
  package var element: HTML { figure.element }

  private var figure: PlotFigure {
    let last = points.last?.text ?? "n/a"
    return PlotFigure(
      title: "\(title): \(last)", height: Self.height,
      content: """
        <text class="text" x="24" y="34" font-size="16" font-weight="600">\(text: title)</text>
        <text class="text" x="856" y="34" font-size="16" font-weight="600" text-anchor="end">\(text: last)</text>
        \(grid)
        \(curve)
        """)
  }

  private var grid: HTML {
    let lines = (0...4).map { step -> HTML in
      let value = low + (high - low) * Double(step) / 4
      let label: HTML =
        switch scale {
        case .percent: "\(tenths: value) %"
        case .duration: "\(text: String(milliseconds: value))"
        }
      return "<path class=\"grid\" d=\"M56 \(tenths: y(value))H856\"/>"
        + "<text class=\"soft\" x=\"48\" y=\"\(tenths: y(value))\" dy=\"4\" font-size=\"12\" text-anchor=\"end\">\(label)</text>"
    }
    let days = points.isEmpty ? [] : [points[0].time, points[points.count - 1].time]
    let labels = zip(Set(days).sorted(), [("56", "start"), ("856", "end")]).map { time, place -> HTML in
      "<text class=\"soft\" x=\"\(trusted: place.0)\" y=\"304\" font-size=\"12\" text-anchor=\"\(trusted: place.1)\">"
        + "\(text: FailureHistory.day(time))</text>"
    }
    return (lines + labels).joined(separator: "\n")
  }

  private var curve: HTML {
    guard let last = points.last else {
      return
        "<text class=\"soft\" x=\"440\" y=\"170\" font-size=\"14\" text-anchor=\"middle\">\(text: nothing)</text>"
    }
    let vertices = points.enumerated().map { "\(tenths: x($0)) \(tenths: y($1.value))" as HTML }
    let line = "M\(vertices.joined(separator: "L"))" as HTML
    let floor = Double(Self.height) - Self.bottom
    let area = "\(line)L\(tenths: x(points.count - 1)) \(tenths: floor)L\(tenths: x(0)) \(tenths: floor)Z" as HTML
    let dots = points.enumerated().filter { _, point in
      points.count <= Self.mostDots || point.hasFailed || point == last
    }.map { index, point -> HTML in
      "<circle class=\"\(trusted: point.hasFailed ? "failed" : "dot")\" cx=\"\(tenths: x(index))\" "
        + "cy=\"\(tenths: y(point.value))\" r=\"3.5\"><title>\(text: point.label)</title></circle>"
    }
    return "<path class=\"area\" d=\"\(area)\"/>\n<path class=\"line\" d=\"\(line)\"/>\n\(dots.joined(separator: "\n"))"
  }

  /// Points are equidistant, so that both a busy day and a quiet month are readable.
  private func x(_ index: Int) -> Double {
    let room = Double(PlotFigure.width) - Self.left - Self.right
    return Self.left + (points.count > 1 ? room * Double(index) / Double(points.count - 1) : room / 2)
  }

  private func y(_ value: Double) -> Double {
    let room = Double(Self.height) - Self.top - Self.bottom
    return Self.top + room * (1 - (value - low) / max(0.001, high - low))
  }
}

extension [HTML] {
  func joined(separator: HTML) -> HTML { "\(trusted: map(\.text).joined(separator: separator.text))" }
}

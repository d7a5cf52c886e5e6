// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import CoreMetrics

/// The program's metrics, rendered in Prometheus' text exposition format 0.0.4.
///
/// Names and labels are made valid: `queue.jobs` becomes `queue_jobs`. Counters end in `_total`, timers in `_seconds`.
package final class PrometheusRegistry: Sendable {
  private struct State: Sendable {
    var families: [String: MetricFamily] = [:]
    var descriptions: [String: String] = [:]
  }

  private let state = Locked(State())
  private let maximumSeries: Int
  private let process: ProcessMetrics?

  /// - Parameters:
  ///   - maximumSeries: the maximum number of combinations of label values of a metric; later ones share a series whose
  ///     values are `other`. Label values may be hostile text, and each costs memory here and in Prometheus.
  ///   - process: the metrics of the process; `nil` leaves them out.
  package init(maximumSeries: Int = 1000, process: ProcessMetrics? = ProcessMetrics()) {
    self.maximumSeries = maximumSeries
    self.process = process
  }

  /// Sets the `HELP` line of a metric.
  ///
  /// - Parameter name: the metric's label, or its name in the exposition.
  package func describe(_ name: String, _ text: String) {
    state.withLock { $0.descriptions[MetricName.make(name)] = text }
  }

  /// All metrics, sorted by name and labels, so that equal numbers give equal text.
  package func text() -> String {
    let (families, descriptions) = state.withLock { ($0.families, $0.descriptions) }
    let processFamilies = process?.families() ?? []
    let names = Set(processFamilies.map(\.shownName))
    // The names of process metrics are reserved: each name appears once.
    let all = processFamilies + families.values.filter { !names.contains($0.shownName) }
    return all.sorted { $0.shownName < $1.shownName }
      .map { $0.text(help: descriptions[$0.shownName] ?? descriptions[$0.name] ?? $0.help) }.joined()
  }

  /// The series of a metric with these labels, created when it is new.
  func series<Series: MetricSeries>(
    _ name: String, _ kind: MetricFamily.Kind, _ labels: MetricLabels, make: () -> Series
  ) -> Series {
    state.withLock { state in
      var name = MetricName.make(name)
      // Two kinds cannot share a name; the later one gets its kind as a suffix.
      while let taken = state.families[kind.shownName(name)], taken.kind != kind { name += "_\(kind.rawValue)" }
      let shownName = kind.shownName(name)
      var family = state.families[shownName] ?? MetricFamily(name: name, kind: kind)
      let isFull = family.series.count >= maximumSeries && family.series[labels] == nil && !labels.isEmpty
      let labels = isFull ? labels.joined : labels
      if let series = family.series[labels] as? Series { return series }
      let series = make()
      family.series[labels] = series
      state.families[shownName] = family
      return series
    }
  }

  func remove(_ series: any MetricSeries) {
    state.withLock { state in
      for (name, family) in state.families {
        guard let labels = family.series.first(where: { $0.value === series })?.key else { continue }
        state.families[name]?.series[labels] = nil
        if state.families[name]?.series.isEmpty == true { state.families[name] = nil }
        return
      }
    }
  }
}

/// A metrics backend that registers metrics in a ``PrometheusRegistry``.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// MetricsSystem.bootstrap(PrometheusFactory(registry))
/// ```
///
/// Metrics with the same name and dimensions share a series. Destroyed metrics are removed.
package struct PrometheusFactory: MetricsFactory {
  private let registry: PrometheusRegistry

  package init(_ registry: PrometheusRegistry) {
    self.registry = registry
  }

  package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    counter(label, dimensions)
  }

  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    counter(label, dimensions)
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    gauge(label, dimensions)
  }

  /// A histogram, or a gauge of the last value when values are not aggregated.
  package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    guard aggregate else { return gauge(label, dimensions) }
    return registry.series(label, .histogram, MetricLabels(dimensions)) {
      HistogramSeries(bounds: HistogramBounds.amounts)
    }
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    registry.series(label, .timer, MetricLabels(dimensions)) {
      HistogramSeries(bounds: HistogramBounds.seconds)
    }
  }

  package func destroyCounter(_ handler: any CounterHandler) { forget(handler) }
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { forget(handler) }
  package func destroyMeter(_ handler: any MeterHandler) { forget(handler) }
  package func destroyRecorder(_ handler: any RecorderHandler) { forget(handler) }
  package func destroyTimer(_ handler: any TimerHandler) { forget(handler) }

  private func counter(_ label: String, _ dimensions: [(String, String)]) -> CounterSeries {
    registry.series(label, .counter, MetricLabels(dimensions)) { CounterSeries() }
  }

  private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeSeries {
    registry.series(label, .gauge, MetricLabels(dimensions)) { GaugeSeries() }
  }

  private func forget(_ handler: AnyObject) {
    if let series = handler as? any MetricSeries { registry.remove(series) }
  }
}

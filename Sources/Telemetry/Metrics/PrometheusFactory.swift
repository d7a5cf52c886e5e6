// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import CoreMetrics

/// Gives the program's metrics places in a ``PrometheusRegistry``.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// MetricsSystem.bootstrap(PrometheusFactory(registry))
/// ```
///
/// What is made twice with the same name and dimensions counts into one series. What is destroyed is shown no more.
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

  /// A histogram, or the last value where values are not to be aggregated.
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

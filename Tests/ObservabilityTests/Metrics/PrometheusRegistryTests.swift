// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics
import Foundation
import Testing

@testable import Observability

struct PrometheusRegistryTests {
  private let registry = PrometheusRegistry(process: nil)
  private var factory: PrometheusFactory { PrometheusFactory(registry) }

  @Test func `metrics are written sorted, with their descriptions`() {
    registry.describe("queue.jobs", "Jobs that ended, by their state.")
    registry.describe("load", "Backslash \\ and\nnew line.")
    let done = Counter(label: "queue.jobs", dimensions: [("state", "done"), ("forge", "github")], factory: factory)
    done.increment(by: 3)
    done.increment()
    Counter(label: "queue.jobs", dimensions: [("state", "dead"), ("forge", "github")], factory: factory).increment()
    FloatingPointCounter(label: "spent_total", factory: factory).increment(by: 2.5)
    let open = Meter(label: "load", factory: factory)
    open.set(5)
    open.decrement(by: 0.5)
    Gauge(label: "9lives", factory: factory).record(-1)
    #expect(
      registry.text() == #"""
        # TYPE _9lives gauge
        _9lives -1
        # HELP load Backslash \\ and\nnew line.
        # TYPE load gauge
        load 4.5
        # HELP queue_jobs_total Jobs that ended, by their state.
        # TYPE queue_jobs_total counter
        queue_jobs_total{forge="github",state="dead"} 1
        queue_jobs_total{forge="github",state="done"} 4
        # TYPE spent_total counter
        spent_total 2.5

        """#)
  }

  @Test func `a timer is a histogram in seconds`() {
    let timer = Timer(label: "review.duration", dimensions: [("le", "mine")], factory: factory)
    timer.recordNanoseconds(5_000_000)
    timer.recordMilliseconds(90_500)
    timer.recordSeconds(10_000)
    timer.recordNanoseconds(-1)
    let lines = registry.text().split(separator: "\n")
    let places = ["0.005", "0.01", "60", "120", "7200", "+Inf"]
    #expect(lines.first == "# TYPE review_duration_seconds histogram")
    #expect(
      places.map { place in lines.first { $0.contains("le=\"\(place)\"}") }?.split(separator: " ").last }
        == ["2", "2", "2", "3", "3", "4"])
    #expect(lines[1] == #"review_duration_seconds_bucket{exported_le="mine",le="0.005"} 2"#)
    #expect(
      lines.suffix(2) == [
        #"review_duration_seconds_sum{exported_le="mine"} 10090.505"#,
        #"review_duration_seconds_count{exported_le="mine"} 4"#,
      ])
  }

  @Test func `a recorder is a histogram without a unit`() {
    let recorder = Recorder(label: "findings", factory: factory)
    for value in [0.0, 2, 1e12, .nan] { recorder.record(value) }
    let lines = registry.text().split(separator: "\n")
    #expect(lines.first == "# TYPE findings histogram")
    #expect(lines.contains(#"findings_bucket{le="0"} 1"#))
    #expect(lines.contains(#"findings_bucket{le="3"} 2"#))
    #expect(lines.suffix(3) == [#"findings_bucket{le="+Inf"} 3"#, "findings_sum 1000000000002", "findings_count 3"])
  }

  @Test(arguments: [
    ("plain", #"{value="plain"}"#),
    ("a \"b\" \\ c\nd", #"{value="a \"b\" \\ c\nd"}"#),
    ("\u{1b}[31m\r\u{9b}", "{value=\"\u{fffd}[31m\u{fffd}\u{fffd}\"}"),
    ("a\u{202e}\u{3164}", "{value=\"a\u{fffd}\u{fffd}\"}"),
    ("größer 🦆", #"{value="größer 🦆"}"#),
    (String(repeating: "x", count: 300), "{value=\"\(String(repeating: "x", count: 200))\"}"),
  ]) func `values of labels are escaped and cut`(value: String, expected: String) {
    Meter(label: "m", dimensions: [("value", value)], factory: factory).set(1)
    #expect(registry.text() == "# TYPE m gauge\nm\(expected) 1\n")
  }

  @Test func `invalid names are replaced, and duplicate labels are dropped`() {
    let names = [("a-b", "1"), ("a.b", "2"), ("__name__", "3"), ("2x", "4"), ("", "5"), ("ü:", "6"), ("le", "7")]
    Meter(label: "httpß server-x:y", dimensions: names, factory: factory).set(1)
    #expect(
      registry.text().split(separator: "\n").last
        == #"http__server_x:y{_="5",_2x="4",a_b="2",exported_le="7",label__="6",label__name__="3"} 1"#)
  }

  @Test(arguments: [
    (Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (1e300, "1e+300"), (0.1, "0.1"),
    (-3, "-3"), (9_007_199_254_740_991, "9007199254740991"),
  ]) func `numbers are written in Prometheus's text format`(number: Double, text: String) {
    Meter(label: "m", factory: factory).set(number)
    #expect(registry.text() == "# TYPE m gauge\nm \(text)\n")
  }

  @Test func `the same name and labels are one series, whatever their order`() {
    Counter(label: "c", dimensions: [("a", "1"), ("b", "2")], factory: factory).increment()
    Counter(label: "c", dimensions: [("b", "2"), ("a", "1")], factory: factory).increment()
    #expect(registry.text() == "# TYPE c_total counter\nc_total{a=\"1\",b=\"2\"} 2\n")
  }

  @Test func `metrics of different kinds have different names`() {
    Meter(label: "x", factory: factory).set(1)
    Recorder(label: "x", factory: factory).record(1)
    Meter(label: "y_total", factory: factory).set(1)
    Counter(label: "y", factory: factory).increment()
    let types = registry.text().split(separator: "\n").filter { $0.hasPrefix("# TYPE") }
    #expect(
      types == [
        "# TYPE x gauge", "# TYPE x_histogram histogram", "# TYPE y_counter_total counter", "# TYPE y_total gauge",
      ])
  }

  @Test func `a counter never goes down, but can be reset`() {
    let counter = FloatingPointCounter(label: "c", factory: factory)
    for amount in [2, -1, .nan, .infinity] { counter.increment(by: amount) }
    #expect(registry.text() == "# TYPE c_total counter\nc_total 2\n")
    counter.reset()
    #expect(registry.text() == "# TYPE c_total counter\nc_total 0\n")
  }

  @Test func `series beyond the limit are merged`() {
    let registry = PrometheusRegistry(maximumSeries: 3, process: nil)
    for number in 0..<10 {
      Counter(label: "c", dimensions: [("repo", "r\(number)")], factory: PrometheusFactory(registry)).increment()
    }
    Counter(label: "c", dimensions: [("repo", "r1")], factory: PrometheusFactory(registry)).increment()
    #expect(
      registry.text() == """
        # TYPE c_total counter
        c_total{repo="other"} 7
        c_total{repo="r0"} 1
        c_total{repo="r1"} 2
        c_total{repo="r2"} 1

        """)
  }

  @Test func `a destroyed metric is not shown`() {
    let kept = Meter(label: "m", dimensions: [("a", "1")], factory: factory)
    kept.set(1)
    Meter(label: "m", dimensions: [("a", "2")], factory: factory).destroy()
    #expect(registry.text() == "# TYPE m gauge\nm{a=\"1\"} 1\n")
    kept.destroy()
    #expect(registry.text() == "")
  }

  @Test func `increments of many threads are all counted`() {
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for _ in 0..<500 {
        Counter(label: "c", dimensions: [("worker", "\(worker % 2)")], factory: factory).increment()
        Timer(label: "t", factory: factory).recordSeconds(1)
      }
    }
    let lines = registry.text().split(separator: "\n")
    #expect(lines.contains("c_total{worker=\"0\"} 2000"))
    #expect(lines.contains("c_total{worker=\"1\"} 2000"))
    #expect(lines.suffix(2) == ["t_seconds_sum 4000", "t_seconds_count 4000"])
  }
}

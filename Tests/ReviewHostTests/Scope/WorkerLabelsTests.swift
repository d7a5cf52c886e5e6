// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewHost
import Testing

struct WorkerLabelsTests {
  private static func labels(_ names: String...) -> [WorkerLabel] { names.compactMap { WorkerLabel($0) } }

  private let worker = WorkerLabels(
    offered: Set(labels("swift-6.3", "x86_64", "secret")), allowed: Set(labels("large", "swift-6.3")))

  @Test func `a machine that has all labels accepts the review`() throws {
    try worker.check([])
    try worker.check(Self.labels("swift-6.3"))
  }

  @Test func `a machine that lacks a label reports it as missing`() throws {
    let error = #expect(throws: MissingLabels.self) { try worker.check(Self.labels("large", "swift-6.3")) }
    #expect(error?.wanted == Self.labels("large", "swift-6.3"))
    #expect(error?.missing == Self.labels("large"))
    #expect(error.map { "\($0)" } == "this machine lacks the label large")
  }

  @Test func `a label that the operator does not allow is rejected even if the machine has it`() throws {
    let error = #expect(throws: UsageError.self) { try worker.check(Self.labels("large", "secret", "x86_64")) }
    #expect(
      error?.description
        == "build.labels: this server does not allow the labels secret, x86_64; allowed are: large, swift-6.3; "
        + "remove it, or have the operator add it to allowed_labels")
    let none = WorkerLabels(offered: Set(Self.labels("large")), allowed: [])
    let other = #expect(throws: UsageError.self) { try none.check(Self.labels("large")) }
    #expect(other?.description.contains("allowed are: none") == true)
  }

  @Test(arguments: [
    "", "Large", "-large", ".large", "large machine", "large\n", "größe", String(repeating: "a", count: 64),
  ])
  func `an invalid label is rejected`(text: String) {
    #expect(WorkerLabel(text) == nil)
  }
}

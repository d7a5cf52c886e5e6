// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension ServerConfiguration {
  /// What is wrong with keys together. A key that is wrong by itself has its default here, with which nothing is wrong.
  func contradictions(_ written: WrittenKeys) -> [ValueError] {
    var errors: [ValueError] = []
    if !written.has(Self.forgesName) {
      errors.append(
        ValueError(
          "\(Self.forgesName) is missing",
          remedy: "name a forge to take webhooks from, as config/reviewbot-server.yml does", at: written.mark))
    }
    if operationListen == listen, listen.port != 0 {
      errors.append(
        ValueError(
          "operation_listen: \(listen) is where webhooks come in", remedy: "give it another port, or remove it",
          at: written.mark(of: "operation_listen")))
    }
    if limits.bodiesInFlight < limits.body {
      errors.append(
        ValueError(
          "bodies_in_flight: \(limits.bodiesInFlight) is less than one body of \(limits.body)",
          remedy: "make it larger, or body smaller",
          at: written.keys(below: LimitsSection.name).mark(of: "bodies_in_flight")))
    }
    if let ids = sandbox.ids?.range, ids.ids.count < limits.workers {
      errors.append(
        ValueError(
          "ids: \(ids) are \(ids.ids.count), and workers: \(limits.workers) reviews run at once",
          remedy: "make the range larger", at: written.keys(below: SandboxSection.name).mark(of: "ids")))
    }
    return errors + sandboxContradictions(written.keys(below: SandboxSection.name))
  }

  private func sandboxContradictions(_ written: WrittenKeys) -> [ValueError] {
    let mark = written.mark(of: "level")
    switch sandbox.level {
    case .none where forges.contains { $0.strangers == .run }:
      let words = "level: without a sandbox, strangers' code would run beside the forge's token"
      return [ValueError(words, remedy: "write auto, or let no forge have strangers: run", at: mark)]
    case .container where !written.has("image"):
      return [
        ValueError(
          "level: container needs an image", remedy: "write it too, as in image: \(ImageName.examples)", at: mark)
      ]
    case .none, .container, .auto, .bwrap: return []
    }
  }
}

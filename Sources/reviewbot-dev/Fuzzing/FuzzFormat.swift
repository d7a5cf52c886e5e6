// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

/// The readers that are given mutated reports.
enum FuzzFormat: String, CaseIterable, ExpressibleByArgument {
  case json, lcov

  var corpus: [[UInt8]] {
    switch self {
    case .json:
      // As llvm-cov writes it, and with a file's name behind its segments.
      [Array(FuzzCorpus.json.utf8), Array(Self.nameLast(FuzzCorpus.json).utf8)]
    case .lcov: [Array(FuzzCorpus.lcov.utf8), Array(FuzzCorpus.lcov.replacing("\n", with: "\r\n").utf8)]
    }
  }

  private static func nameLast(_ json: String) -> String {
    let name = "\"filename\":\"/fuzz/a.swift\","
    return json.replacing(name, with: "", maxReplacements: 1)
      .replacing("\"summary\":", with: "\(name)\"summary\":", maxReplacements: 1)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation

struct CheckLanguageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-language",
    abstract: "Fails on too many of the phrases that \(LanguageCheck.page) lists.")

  @Option(help: "How many phrases may be in 1,000 words.")
  var limit = 0.5

  @Flag(help: "Print all places, also when there are not too many.")
  var list = false

  @OptionGroup var location: RootOption

  func run() throws {
    let result = try LanguageCheck().measure(in: SourceFolder(location.root))
    let rate = String(format: "%.2f", result.rate)
    let isTooMuch = result.rate > limit
    if list || isTooMuch { for hit in result.hits { print(hit) } }
    print("\(result.hits.count) phrases in \(result.words) words: \(rate) per 1,000; allowed are \(limit)")
    guard !isTooMuch else { throw CheckFailure(["the phrases are listed above; \(LanguageCheck.page) says more"]) }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// An expression of `NSRegularExpression`, for toolchains that do not provide ICU itself. Its searches are limited by the
/// time of the processor, because it does not report their steps.
struct FoundationRegex: RegexEngine {
  private let regex: NSRegularExpression

  init?(_ pattern: String, _ options: RegexOptions) {
    var flags: NSRegularExpression.Options = []
    if options.anchorsMatchLines { flags.insert(.anchorsMatchLines) }
    if options.dotMatchesLineBreaks { flags.insert(.dotMatchesLineSeparators) }
    guard let regex = try? NSRegularExpression(pattern: pattern, options: flags) else { return nil }
    self.regex = regex
  }

  var groupCount: Int { regex.numberOfCaptureGroups }

  func search(
    _ text: RegexText, _ budget: RegexBudget, _ body: (_ range: (_ group: Int) -> Range<Int>?) -> Bool
  ) -> RegexStop? {
    defer { budget.endSearch() }
    var isBroken = false
    let all = NSRange(location: 0, length: text.count)
    withoutActuallyEscaping(body) { body in
      regex.enumerateMatches(in: text.string, options: [.reportProgress, .reportCompletion], range: all) {
        result, flags, stop in
        if flags.contains(.internalError) { isBroken = true }
        let goesOn: Bool
        if let result {
          goesOn = body { group in Range(result.range(at: group)) }
        } else {
          goesOn = budget.spendPosition()
        }
        if !goesOn { stop.pointee = true }
      }
    }
    return budget.stop ?? (isBroken ? .memory : nil)
  }
}

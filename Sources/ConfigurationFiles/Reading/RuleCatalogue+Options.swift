// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

extension RuleCatalogue.Option {
  /// Reads the value of the option.
  func value(_ node: YAMLNode) throws(ValueError) -> OptionValue {
    switch (defaultValue, node.content) {
    case (.integer, .scalar(let text)): return .integer(try ConfigurationCodec<Int>.integer(text, allowed))
    case (.boolean, .scalar("true")): return .boolean(true)
    case (.boolean, .scalar("false")): return .boolean(false)
    case (.text, .scalar(let text)):
      try check(text)
      return .text(text)
    case (.texts, .sequence):
      if format == .globs { return .texts(try ConfigurationCodec.globs.read(node).map(\.pattern)) }
      return .texts(
        try ConfigurationCodec<[String]>.list("list of texts", text: { $0 }) { (text) throws(ValueError) in
          try check(text)
          return text
        }.read(node))
    default: throw ValueError("expected \(defaultValue.kind), found \(node.kind)")
    }
  }

  /// Returns what is wrong with a text, or with an entry of a list; nil if it is valid.
  func problem(of text: String) -> String? {
    do throws(ValueError) {
      try check(text)
      return nil
    } catch {
      return error.message
    }
  }

  private func check(_ text: String) throws(ValueError) {
    guard format == .groups else { return try checkWhole(text) }
    for part in text.split(separator: "|", omittingEmptySubsequences: false) { try checkWhole(String(part)) }
  }

  private func checkWhole(_ text: String) throws(ValueError) {
    guard choices.isEmpty || choices.contains(text) else {
      throw ValueError(
        "expected one of \(choices.joined(separator: ", ")), found \(shown(text))",
        nearest: NearestName.find(for: text, in: choices))
    }
    if let form = format.form, text.range(of: form.pattern, options: .regularExpression) == nil {
      throw ValueError("expected \(form.description), found \(shown(text))")
    }
    guard format == .regex else { return }
    guard text.utf8.count <= 10_000 else { throw ValueError("the regular expression is too long") }
    guard text.isEmpty || (try? NSRegularExpression(pattern: text)) != nil else {
      throw ValueError("invalid regular expression \(shown(text)); write it in ICU's syntax")
    }
  }
}

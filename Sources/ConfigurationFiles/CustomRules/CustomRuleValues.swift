// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

extension ConfigurationCodec<String> {
  /// Returns a codec for a text of at least one character; an empty text is formatted as no value.
  static func text(upTo maximum: Int) -> ConfigurationCodec {
    scalar(
      "text", schema: ["type": "string", "minLength": 1, "maxLength": .integer(maximum)],
      text: { $0.isEmpty ? "" : quotedLines($0) }
    ) { (text) throws(ValueError) in
      guard (1...maximum).contains(text.utf8.count) else {
        throw ValueError("expected a text of 1 to \(maximum) bytes, found \(text.utf8.count)")
      }
      return text
    }
  }

  static var ruleLevel: ConfigurationCodec {
    scalar(
      RuleLevel.names.joined(separator: ", "), schema: SchemaText.definition("level"), text: { $0 }
    ) { (text) throws(ValueError) in
      _ = try RuleLevel(text)
      return text
    }
  }
}

extension ConfigurationCodec<String?> {
  /// Returns a codec for a text, which may be empty.
  static func optionalText(upTo maximum: Int) -> ConfigurationCodec {
    scalar(
      "text", schema: ["type": "string", "maxLength": .integer(maximum)], text: { $0.map(quotedLines) ?? "" }
    ) { (text) throws(ValueError) in
      guard text.utf8.count <= maximum else {
        throw ValueError("expected a text of at most \(maximum) bytes, found \(text.utf8.count)")
      }
      return text
    }
  }
}

extension ConfigurationCodec<[SyntaxPattern]> {
  /// One pattern, or a list of them.
  static var patterns: ConfigurationCodec {
    let pattern = ConfigurationCodec<SyntaxPattern>.pattern
    let schema: JSONValue = .object([
      "anyOf": .array([
        pattern.description.schema, .object(["type": "array", "items": pattern.description.schema]),
      ])
    ])
    let description = CodecDescription(expectation: "pattern, or a list of patterns", schema: schema)
    return ConfigurationCodec(description: description) { values in
      values.isEmpty ? "" : "[" + values.map(pattern.text).joined(separator: ", ") + "]"
    } read: { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content else { return [try pattern.read(node)] }
      guard (1...20).contains(items.count) else {
        throw ValueError("expected 1 to 20 patterns, found \(items.count)")
      }
      return try items.values(pattern.read)
    }
  }
}

extension ConfigurationCodec<SyntaxPattern> {
  /// Swift text, or a mapping.
  static var pattern: ConfigurationCodec {
    let text = ConfigurationCodec<String>.text(upTo: ConfigurationCodec<CustomRule>.maximumText)
    let keys: [ConfigurationKey<SyntaxPattern>] = [
      ConfigurationKey("pattern", \.pattern, text, "Swift code with metavariables."),
      ConfigurationKey("kind", \.kind, .text(upTo: 80), "The kind of the node in snake case."),
      ConfigurationKey("selector", \.selector, .text(upTo: 80), "The kind of the node inside the pattern."),
    ]
    let mapping = mapping("pattern, or mapping with pattern or kind", SyntaxPattern(), keys) { _, keys in
      keys.has("pattern") || keys.has("kind") ? [] : [ValueError("pattern is missing", remedy: "add pattern or kind")]
    }
    let schema: JSONValue = .object(["anyOf": .array([text.description.schema, mapping.description.schema])])
    return ConfigurationCodec(
      description: CodecDescription(expectation: mapping.description.expectation, schema: schema), text: mapping.text
    ) { (node) throws(ValueError) in
      if case .scalar = node.content { return SyntaxPattern(pattern: try text.read(node)) }
      return try mapping.read(node)
    }
  }
}

extension ConfigurationCodec<[CaptureCondition]> {
  /// A mapping from captures to a regular expression, or to a mapping.
  static var captureConditions: ConfigurationCodec {
    let regex = ConfigurationCodec<String>.text(upTo: ConfigurationCodec<CustomRule>.maximumText)
    let condition = ConfigurationCodec<CaptureCondition>.mapping(
      "regular expression, or mapping with regex, not_regex or equals", CaptureCondition(),
      [
        ConfigurationKey("regex", \.regex, regex, "A regular expression that must match in the text of the capture."),
        ConfigurationKey(
          "not_regex", \.notRegex, regex, "A regular expression that must not match in the text of the capture."),
        ConfigurationKey("equals", \.equals, .text(upTo: 80), "The name of a capture with the same text."),
      ])
    let either: JSONValue = .object(["anyOf": .array([regex.description.schema, condition.description.schema])])
    let schema: JSONValue = .object(["type": "object", "additionalProperties": either])
    return ConfigurationCodec(
      description: CodecDescription(expectation: "mapping from captures to conditions", schema: schema)
    ) {
      values in
      guard !values.isEmpty else { return "" }
      return "{" + values.map { "\($0.name): \(condition.text($0))" }.joined(separator: ", ") + "}"
    } read: { (node) throws(ValueError) in
      guard case .mapping(let entries) = node.content else {
        throw ValueError("expected a mapping from captures to conditions, found \(node.kind)")
      }
      var values: [CaptureCondition] = []
      for entry in entries {
        do throws(ValueError) {
          var value =
            if case .scalar = entry.value.content { CaptureCondition(regex: try regex.read(entry.value)) } else {
              try condition.read(entry.value)
            }
          value.name = withoutDollar(entry.key)
          value.equals = withoutDollar(value.equals)
          values.append(value)
        } catch {
          throw error.under(shown(entry.key), at: entry.value.mark)
        }
      }
      return values
    }
  }

  private static func withoutDollar(_ name: String) -> String { name.hasPrefix("$") ? String(name.dropFirst()) : name }
}

extension ConfigurationCodec<CustomRule.Examples> {
  static var ruleExamples: ConfigurationCodec {
    let keys: [ConfigurationKey<CustomRule.Examples>] = [
      ConfigurationKey("good", \.good, .examples, "Code without a finding."),
      ConfigurationKey("bad", \.bad, .examples, "Code with a finding, or a mapping with code and fixed."),
    ]
    let mapping = mapping("mapping with good and bad", CustomRule.Examples(), keys)
    return ConfigurationCodec(
      description: mapping.description, text: { $0 == CustomRule.Examples() ? "" : mapping.text($0) },
      read: mapping.read)
  }
}

extension ConfigurationCodec<[CustomRule.Example]> {
  static var examples: ConfigurationCodec {
    let code = ConfigurationCodec<String>.text(upTo: ConfigurationCodec<CustomRule>.maximumText)
    let keys: [ConfigurationKey<CustomRule.Example>] = [
      ConfigurationKey("code", \.code, code, "The code."),
      ConfigurationKey("fixed", \.fixed, code, "The code after the correction."),
    ]
    let mapping = ConfigurationCodec<CustomRule.Example>.mapping(
      "text, or mapping with code and fixed", CustomRule.Example(), keys, required: ["code"])
    let either: JSONValue = .object(["anyOf": .array([code.description.schema, mapping.description.schema])])
    let schema: JSONValue = .object(["type": "array", "items": either])
    return ConfigurationCodec(description: CodecDescription(expectation: "list of texts", schema: schema)) { examples in
      guard !examples.isEmpty else { return "" }
      return "[" + examples.map { $0.fixed.isEmpty ? code.text($0.code) : mapping.text($0) }.joined(separator: ", ")
        + "]"
    } read: { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content else {
        throw ValueError("expected a list of texts, found \(node.kind)")
      }
      return try items.values { item throws(ValueError) in
        if case .scalar = item.content { CustomRule.Example(code: try code.read(item)) } else { try mapping.read(item) }
      }
    }
  }
}

/// Returns a text in double quotes on one line.
private func quotedLines(_ text: String) -> String {
  quoted(text).replacing("\n", with: "\\n").replacing("\r", with: "\\r").replacing("\t", with: "\\t")
}

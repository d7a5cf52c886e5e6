// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// Environment variables for the build and the tests.
///
/// The code under review can read them, so they contain no secrets. Names with a meaning for reviewbot, the loader, git
/// or the toolchain are refused, because they determine the executed commands and the measurements.
package struct BuildEnvironment: Hashable, Sendable {
  static let maximumCount = 64
  static let maximumName = 100
  /// The maximum length of a value, in bytes.
  static let maximumValue = 4096

  /// The values by name.
  package let variables: [String: String]

  package init() {
    variables = [:]
  }

  fileprivate init(checked variables: [String: String]) {
    self.variables = variables
  }

  private static let refused: Set<String> = [
    "PATH", "HOME", "TMPDIR", "PWD", "OLDPWD", "SHELL", "IFS", "ENV", "BASH_ENV", "CI", "GLIBC_TUNABLES", "GCONV_PATH",
    "LOCPATH", "NLSPATH", "SWIFT_EXEC", "SWIFT_BACKTRACE", "TOOLCHAINS", "SDKROOT", "SSL_CERT_FILE", "SSL_CERT_DIR",
  ]
  private static let refusedPrefixes = [
    "LD_", "DYLD_", "LLVM_", "GIT_", "XDG_", "REVIEWBOT_", "SWIFTPM_", "SWIFTLY_", "SWIFT_DRIVER_", "SWT_", "XCTest",
    "SWIFT_TESTING_",
  ]
  private static let refusedSuffixes = ["_PROXY"]

  /// The prefixes and names that are refused, for the reference.
  static let refusedNames = "`PATH`, `HOME`, `TMPDIR`, `CI`, `LD_*`, `GIT_*` and `LLVM_*`"

  /// Returns the reason why a variable cannot be set; `nil` if it can.
  fileprivate static func problem(with name: String) -> ValueError? {
    guard (1...maximumName).contains(name.utf8.count), name.isASCIIName(punctuation: "_"),
      name.first?.isNumber == false
    else {
      return ValueError(
        "\(shown(name)) is not a valid variable name", remedy: "use at most \(maximumName) letters, digits and _")
    }
    let upper = name.uppercased()
    guard
      refused.contains(upper) || refusedPrefixes.contains(where: { upper.hasPrefix($0.uppercased()) })
        || refusedSuffixes.contains(where: upper.hasSuffix)
    else { return nil }
    return ValueError(
      "the variable \(shown(name)) cannot be set: reviewbot, the loader or the toolchain uses it",
      remedy: "remove it, or use another name")
  }

  fileprivate static func problem(withValue value: String) -> ValueError? {
    guard value.utf8.count <= maximumValue else {
      return ValueError("the value has more than \(maximumValue) bytes", remedy: "make it shorter")
    }
    return value.hasNoControlCharacter
      ? nil : ValueError("the value contains a control character", remedy: "write it on one line, without tabs")
  }
}

extension BuildEnvironment: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let variables = try container.decode([String: String].self)
    let problems = variables.compactMap { Self.problem(with: $0) ?? Self.problem(withValue: $1) }
    guard variables.count <= Self.maximumCount, problems.isEmpty else {
      let message = problems.first?.message ?? "more than \(Self.maximumCount) variables"
      throw DecodingError.dataCorruptedError(in: container, debugDescription: message)
    }
    self.variables = variables
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(variables)
  }
}

extension ConfigurationCodec<BuildEnvironment> {
  static var environment: ConfigurationCodec {
    let expectation = "mapping of at most \(BuildEnvironment.maximumCount) names to texts"
    let schema: JSONValue = [
      "type": "object", "maxProperties": .integer(BuildEnvironment.maximumCount),
      "propertyNames": ["pattern": "^[A-Za-z_][A-Za-z0-9_]*$"],
      "additionalProperties": ["type": ["string", "number", "boolean"]],
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { environment in
      let sorted = environment.variables.sorted { $0.key < $1.key }
      return "{" + sorted.map { "\($0.key): \(quoted($0.value))" }.joined(separator: ", ") + "}"
    } read: { (node) throws(ValueError) in
      guard case .mapping(let entries) = node.content, entries.count <= BuildEnvironment.maximumCount else {
        throw ValueError("expected a \(expectation), found \(node.kind)", remedy: "write NAME: VALUE")
      }
      var variables: [String: String] = [:]
      var errors: [ValueError] = []
      for entry in entries {
        if let problem = BuildEnvironment.problem(with: entry.key) {
          errors.append(problem.at(entry.mark))
        } else if case .scalar(let value) = entry.value.content {
          if let problem = BuildEnvironment.problem(withValue: value) {
            errors.append(problem.under(entry.key, at: entry.value.mark))
          }
          variables[entry.key] = value
        } else {
          errors.append(
            ValueError("\(entry.key): expected a text, found \(entry.value.kind)", at: entry.value.mark))
        }
      }
      if let error = ValueError.joined(errors) { throw error }
      return BuildEnvironment(checked: variables)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Shell commands that prepare a checkout for its build.
package struct SetupCommands: Hashable, Sendable {
  static let maximumCount = 20
  /// The maximum length of a command, in bytes.
  static let maximumLength = 1000

  package let list: [String]

  package init() {
    list = []
  }

  init(_ commands: [String]) throws(ValueError) {
    guard commands.count <= Self.maximumCount else {
      throw ValueError(
        "expected at most \(Self.maximumCount) commands, found \(commands.count)", remedy: "move them to a script")
    }
    for command in commands { if let problem = Self.problem(with: command) { throw problem } }
    list = commands
  }

  fileprivate static func problem(with command: String) -> ValueError? {
    guard command.contains(where: { $0 != " " }), command.utf8.count <= maximumLength else {
      return ValueError(
        "expected a command of 1 to \(maximumLength) bytes, found \(shown(command))", remedy: "move it to a script")
    }
    return command.hasNoControlCharacter
      ? nil
      : ValueError(
        "the command \(shown(command)) contains a control character", remedy: "write each command on its own line")
  }
}

extension SetupCommands: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try SetupCommands(container.decode([String].self))
    } catch let error as ValueError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(list)
  }
}

extension ConfigurationCodec<SetupCommands> {
  static var setupCommands: ConfigurationCodec {
    let lists = ConfigurationCodec<[String]>.list(
      "list of at most \(SetupCommands.maximumCount) shell commands", text: { $0 }
    ) { (text) throws(ValueError) in
      if let problem = SetupCommands.problem(with: text) { throw problem }
      return text
    }
    return ConfigurationCodec(description: lists.description, text: { lists.text($0.list) }) {
      (node) throws(ValueError) in
      try SetupCommands(lists.read(node))
    }
  }
}

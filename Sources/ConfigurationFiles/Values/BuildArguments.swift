// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// Arguments that a repository may add to `swift build` and `swift test`.
///
/// A repository selects which parts of it are built, but not how or where. All other arguments of SwiftPM could be
/// used to attack the host or to falsify the result: `-Xcc`, `-Xlinker` and most of `-Xswiftc` load plug-ins, read
/// files and write anywhere; `--scratch-path`, `--package-path`, `--cache-path` and `--config-path` leave the
/// directories of the run; `--disable-sandbox` gives manifests and plug-ins write access; `-c`, `--filter`, `--skip`
/// and the coverage flags determine what is measured. This is therefore an allow-list.
package struct BuildArguments: Hashable, Sendable {
  package let list: [String]

  package init() {
    list = []
  }

  init(_ arguments: [String]) throws(ValueError) {
    guard arguments.count <= 64 else { throw ValueError("expected at most 64 arguments, found \(arguments.count)") }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--enable-all-traits", "--disable-default-traits": continue
      case "--traits":
        let names = try Self.value(of: argument, &rest)
        guard names.split(separator: ",", omittingEmptySubsequences: false).allSatisfy(Self.isName) else {
          throw ValueError("\(argument) requires names separated by commas, found \(shown(names))")
        }
      case "-Xswiftc": try Self.checkCompilerFlag(&rest)
      default:
        throw ValueError(
          "the argument \(shown(argument)) is not allowed", nearest: NearestName.find(for: argument, in: Self.names))
      }
    }
    list = arguments
  }

  /// The allowed arguments, for the reference.
  package static let allowed = [
    "--traits NAME,NAME", "--enable-all-traits", "--disable-default-traits", "-Xswiftc -DNAME",
    "-Xswiftc -warnings-as-errors", "-Xswiftc -strict-concurrency=minimal|targeted|complete",
    "-Xswiftc -enable-upcoming-feature -Xswiftc NAME", "-Xswiftc -enable-experimental-feature -Xswiftc NAME",
  ]

  private static let names = ["--enable-all-traits", "--disable-default-traits", "--traits", "-Xswiftc"]

  private static func checkCompilerFlag(_ rest: inout ArraySlice<String>) throws(ValueError) {
    let flag = try value(of: "-Xswiftc", &rest)
    switch flag {
    case "-warnings-as-errors", "-strict-concurrency=minimal", "-strict-concurrency=targeted",
      "-strict-concurrency=complete":
      return
    case "-enable-upcoming-feature", "-enable-experimental-feature":
      // A bare word is allowed only here: in other places the compiler would interpret it as a file.
      guard rest.popFirst() == "-Xswiftc", let feature = rest.popFirst(), isName(feature[...]) else {
        throw ValueError("-Xswiftc \(flag) needs -Xswiftc NAME after it")
      }
    default:
      guard flag.hasPrefix("-D"), isName(flag.dropFirst(2)) else {
        throw ValueError("-Xswiftc \(shown(flag)) is not allowed")
      }
    }
  }

  private static func value(of argument: String, _ rest: inout ArraySlice<String>) throws(ValueError) -> String {
    guard let value = rest.popFirst() else { throw ValueError("the argument \(argument) needs a value after it") }
    return value
  }

  private static func isName(_ text: Substring) -> Bool {
    guard (1...100).contains(text.utf8.count) else { return false }
    return text.isASCIIName(punctuation: "_")
  }
}

extension BuildArguments: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = try BuildArguments(container.decode([String].self))
    } catch let error as ValueError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(list)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SeededTesting

/// A package of eight targets in four layers, each with tests of the value that it computes from those below: Swift, C, a
/// resource, and tests that read a file of no target and one of a target that they do not depend on.
struct LayeredPackage {
  private struct Layer {
    let name: String
    let dependencies: [String]
  }

  private static let layers = [
    Layer(name: "Core", dependencies: []), Layer(name: "CMath", dependencies: []),
    Layer(name: "Alone", dependencies: []),
    Layer(name: "Text", dependencies: ["Core"]), Layer(name: "Shapes", dependencies: ["Core", "CMath"]),
    Layer(name: "Net", dependencies: ["Core"]), Layer(name: "Draw", dependencies: ["Shapes", "Text"]),
    Layer(name: "App", dependencies: ["Draw", "Net"]),
  ]
  /// A file of no target, which the tests of Net read.
  private static let table = "table.json"
  private static let size = "Sources/Draw/Resources/size.txt"
  /// A source of Text, which the tests of Alone read.
  private static let source = "Sources/Text/Unused.swift"
  private static let header = "Sources/CMath/include/cmath.h"

  /// The texts of all files.
  let files: [String: String]

  init() {
    var files = [Self.table: "1\n", Self.size: "1\n", "README.md": "1\n", "Sources/Text/Guide.docc/Guide.md": "1\n"]
    var targets: [String] = []
    for layer in Self.layers {
      let dependencies = layer.dependencies.map { "\"\($0)\"" }.joined(separator: ", ")
      let resources = layer.name == "Draw" ? ", resources: [.copy(\"Resources/size.txt\")]" : ""
      targets.append(".target(name: \"\(layer.name)\", dependencies: [\(dependencies)]\(resources))")
      targets.append(".testTarget(name: \"\(layer.name)Tests\", dependencies: [\"\(layer.name)\"])")
      if layer.name == "CMath" {
        files[Self.header] = "#define CMATH_UNIT 1\nint CMath_value(void);\n"
        files["Sources/CMath/cmath.c"] = "#include \"cmath.h\"\nint CMath_value(void) { return 1 + CMATH_UNIT; }\n"
      } else {
        files["Sources/\(layer.name)/\(layer.name).swift"] = Self.source(of: layer)
        files["Sources/\(layer.name)/Unused.swift"] = "func unused() -> Int { 1 }\n"
      }
      files["Tests/\(layer.name)Tests/\(layer.name)Tests.swift"] = Self.tests(of: layer)
    }
    files["Package.swift"] = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Layered", targets: [
        \(targets.joined(separator: ",\n  ")),
      ])

      """
    self.files = files
  }

  private static func source(of layer: Layer) -> String {
    let parts = ["1"] + layer.dependencies.map { "Int(\($0)_value())" } + (layer.name == "Draw" ? ["size"] : [])
    let size = """
      import Foundation
      let size = Int((try? String(contentsOf: Bundle.module.url(forResource: "size", withExtension: "txt")!, encoding: .utf8))?
        .prefix(1) ?? "") ?? 0

      """
    return layer.dependencies.map { "import \($0)\n" }.joined() + (layer.name == "Draw" ? size : "")
      + "public func \(layer.name)_value() -> Int { \(parts.joined(separator: " + ")) }\n"
  }

  private static func value(of name: String) -> Int {
    let layer = layers.first { $0.name == name }
    let own = ["Draw", "CMath"].contains(name) ? 2 : 1
    return (layer?.dependencies ?? []).reduce(own) { $0 + value(of: $1) }
  }

  private static func tests(of layer: Layer) -> String {
    let reader = { (path: String, text: String) in
      """
      import Foundation
      @Test func file() throws {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../\(path)").standardized
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("\(text)"))
      }

      """
    }
    let xctest = """
      import XCTest
      final class OldTests: XCTestCase { func testValue() { XCTAssertEqual(Core_value(), 1) } }

      """
    let more = [
      "Net": reader(table, "1\\n"), "Alone": reader(source, "func unused() -> Int { 1 }\\n"), "Core": xctest,
    ]
    return """
      import \(layer.name)
      import Testing
      @Test func value() { #expect(\(layer.name)_value() == \(value(of: layer.name))) }
      \(more[layer.name] ?? "")
      """
  }

  func write(in folder: ScratchDirectory) throws {
    for (path, text) in files { try folder.write(path, text) }
  }

  /// The new texts of some files, or of a new one.
  ///
  /// An edit changes a digit, so that what the target computes or its test expects is another number, or adds a comment.
  func change(by random: inout SeededRandom) -> [String: String] {
    let paths = files.keys.filter { $0 != "Package.swift" }.sorted()
    var change: [String: String] = [:]
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      guard let path = paths.randomElement(using: &random), let text = files[path] else { continue }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: change[path] = text + (path.hasSuffix(".swift") ? "// A comment.\n" : "\n")
      case 1 where path.hasSuffix(".swift"):
        let name = path.split(separator: "/").dropLast().joined(separator: "/") + "/New.swift"
        change[name] = "func new() -> Int { \(Int.random(in: 0...9, using: &random)) }\n"
      default: change[path] = Self.edited(text)
      }
    }
    return change
  }

  /// Replaces the first digit that is a number of its own by another one.
  private static func edited(_ text: String) -> String {
    guard let match = text.firstMatch(of: /\b[1-8]\b/), let digit = Int(text[match.range]) else { return text }
    return text.replacingCharacters(in: match.range, with: "\(digit + 1)")
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

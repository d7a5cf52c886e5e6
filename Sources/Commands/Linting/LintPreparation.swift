// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Foundation
import Git
import Linting
import Rules
import SystemPackage

/// Does once, on another processor, what costs much more the first time: while git compares files, the rules are described,
/// and a short text is checked with a short configuration.
///
/// Each type that is used for the first time makes the runtime search all conformances of the program, and each function
/// has to be mapped from the file. A run on a few files consists mostly of such first uses. Nothing depends on the result.
enum LintPreparation {
  static func begin() {
    // On a single processor this would take the time that it saves, and a little more.
    guard ProcessInfo.processInfo.activeProcessorCount > 1 else { return }
    Task.detached { _ = await findings() }
  }

  /// Returns the findings in ``text``, which are none.
  static func findings() async -> [LocatedFinding]? {
    let rules = BuiltInRulesAssembly()
    var notes: [String] = []
    let reader = ConfigurationReader(catalogue: rules.catalogue)
    guard
      let configuration = try? reader.read(
        swiftLint: configuration, path: SwiftLintReader.fileName, files: .none, notes: &notes),
      let linter = try? ConfiguredLinter(configuration, rules: rules)
    else { return nil }
    let path = "Sources/Shapes/Shape.swift"
    let change = ReviewedChange(
      root: ContainedDirectory(FilePath("/")), changes: ChangeSet(files: [ChangedFile(path: path, status: .added)]),
      isEverythingInChange: true, texts: [path: Array(text.utf8)])
    let reviewed = await linter.findings(in: change)
    return reviewed.unchecked.isEmpty ? reviewed.found : nil
  }

  /// Rules with options, rules about bytes, and rules about nodes.
  private static let configuration = """
    only_rules:
      - cyclomatic_complexity
      - file_length
      - function_body_length
      - identifier_name
      - line_length
      - todo
      - trailing_whitespace
    line_length: 120
    """

  /// Declarations, statements and expressions of the usual kinds.
  private static let text = #"""
    // The parser reads comments as trivia.
    import Foundation

    /// A shape with an area.
    public protocol Shape: Sendable {
      associatedtype Unit
      var area: Double { get }
      func scaled(by factor: Double) throws -> Self
    }

    @frozen public struct Square<Unit>: Shape, Equatable where Unit: Sendable {
      public let side: Double
      public var area: Double { side * side }
      private(set) lazy var names: [String: Int] = ["one": 1, "two": 2]

      public init(side: Double = 1.0) { self.side = side }

      public func scaled(by factor: Double) throws -> Self {
        guard factor > 0, !factor.isNaN else { throw ShapeError.negative(factor, name: "factor \(factor)") }
        return Self(side: side * factor)
      }
    }

    enum ShapeError: Error {
      case negative(Double, name: String)
      case other
    }

    extension Array where Element: Shape {
      @discardableResult
      mutating func removeSmall(_ limit: Double?, _ isIncluded: (Element) -> Bool = { _ in true }) async -> Int {
        let before = count
        removeAll { $0.area < (limit ?? 0) && isIncluded($0) }
        for (index, shape) in enumerated() where index % 2 == 0 {
          switch try? shape.scaled(by: 2) {
          case .some(let larger) where larger.area > 10: print("large", larger as Any)
          case nil: break
          default: continue
          }
        }
        do {
          _ = try first?.scaled(by: -1)
        } catch let error as ShapeError {
          debugPrint(error)
        } catch {
          await Task.yield()
        }
        while isEmpty == false { if let last = popLast(), last.area > 1 { break } else { return 0 } }
        #if os(Linux)
          let keys = map(\.area).sorted(by: >)[0...]
        #else
          let keys: [Double] = []
        #endif
        return before - count + (keys.isEmpty ? 0 : 1)
      }
    }

    final class Shapes<Element: Shape> {
      weak var owner: AnyObject?
      private var all: [Element] = []
      subscript(index: Int) -> Element {
        get { all[index] }
        set { all[index] = newValue }
      }
      deinit { all.removeAll() }
    }

    """#
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSyntax

extension ParsedFile {
  /// Returns the tokens whose text begins with a prefix, in the order of the file.
  ///
  /// A search of the bytes takes a fraction of the time of getting the texts of all nodes of a frequent kind.
  ///
  /// - Parameter prefix: not empty.
  package func tokens(startingWith prefix: String) -> [TokenSyntax] {
    let ranges = tokenRanges
    var found: [TokenSyntax] = []
    var index = 0
    for offset in text.bytes.offsets(of: Array(prefix.utf8)) {
      index = ranges[index...].partitioningIndex(where: { $0.lowerBound >= offset })
      guard index < ranges.count else { break }
      if ranges[index].lowerBound == offset { found.append(tokens[index]) }
    }
    return found
  }

  /// The tokens that begin like a name, but not with a lowercase ASCII letter, in the order of the file.
  package var capitalizedTokens: [TokenSyntax] {
    let (bytes, ranges) = (text.bytes, tokenRanges)
    return ranges.indices.filter { index in
      guard !ranges[index].isEmpty else { return false }
      switch bytes[ranges[index].lowerBound] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...: return true
      default: return false
      }
    }.map { tokens[$0] }
  }
}

/// The places at which a file reads variables, by their names, without names of members, labels of arguments and
/// declarations.
package struct VariableUses {
  private let starts: [String: [Int]]

  init(_ file: ParsedFile) {
    var starts: [String: [Int]] = [:]
    func add(_ token: TokenSyntax) {
      starts[token.name, default: []].append(token.positionAfterSkippingLeadingTrivia.utf8Offset)
    }
    for node in file.nodes(DeclReferenceExprSyntax.self) {
      if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id { continue }
      add(node.baseName)
    }
    // `if let a` reads the variable that it shadows.
    for node in file.nodes(OptionalBindingConditionSyntax.self) where node.initializer == nil {
      if let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier { add(name) }
    }
    for node in file.nodes(ClosureCaptureSyntax.self) where node.initializer == nil { add(node.name) }
    // The arguments of some attributes are not expressions.
    for node in file.nodes(AttributeSyntax.self) {
      guard let arguments = node.arguments, !arguments.is(LabeledExprListSyntax.self) else { continue }
      for token in arguments.tokens(viewMode: .sourceAccurate) { add(token) }
    }
    self.starts = starts.mapValues { $0.sorted() }
  }

  /// Whether the variable is read within a range of bytes.
  ///
  /// - Parameter name: without backticks.
  package func contain(_ name: String, in range: Range<Int>) -> Bool {
    guard let starts = starts[name] else { return false }
    let first = starts.partitioningIndex(where: { $0 >= range.lowerBound })
    return first < starts.count && starts[first] < range.upperBound
  }

  /// Whether the parameter is read within a range of bytes.
  ///
  /// - Parameters:
  ///   - name: without backticks; with the dollar sign of a projected parameter.
  ///   - isWrapped: whether it has a property wrapper, whose storage and projection are read by other names.
  package func containParameter(_ name: String, isWrapped: Bool, in range: Range<Int>) -> Bool {
    let isProjected = name.utf8.first == UInt8(ascii: "$")
    let plain = isProjected ? String(name.dropFirst()) : name
    guard isProjected || isWrapped else { return contain(plain, in: range) }
    return [plain, "$" + plain, "_" + plain].contains { contain($0, in: range) }
  }
}

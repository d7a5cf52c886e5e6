// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A reader that is given mutated inputs.
protocol FuzzSubject: AnyObject {
  /// Inputs that are right, or nearly so.
  var corpus: [[UInt8]] { get }
  /// What means something to the reader, besides what ``Mutator`` knows.
  var words: [String] { get }

  /// Has an input read.
  func look(at bytes: [UInt8]) async throws -> FuzzLook
}

extension FuzzSubject {
  var words: [String] { [] }
}

/// What came of reading an input.
struct FuzzLook: Equatable {
  /// What is wrong, if anything.
  var problem: String?
  /// The same for inputs that come to the same.
  var kind: String
  /// Whether the input was read without an error.
  var isAccepted: Bool

  static func accepted(_ kind: String, problem: String? = nil) -> FuzzLook {
    FuzzLook(problem: problem, kind: kind, isAccepted: true)
  }

  /// An error is for people: it is short, and says something. Numbers in it make no other kind.
  ///
  /// - Parameter lines: how many it may have.
  static func refused(_ message: String, lines: Int = 1) -> FuzzLook {
    let isClear =
      !message.isEmpty && message.utf8.count < 2000 * lines
      && message.utf8.count { $0 == UInt8(ascii: "\n") } < lines
    let kind = message.split(separator: "'").first.map { $0.filter { !$0.isNumber } } ?? ""
    return FuzzLook(
      problem: isClear ? nil : "the error is not clear: \(message.prefix(200))", kind: kind, isAccepted: false)
  }
}

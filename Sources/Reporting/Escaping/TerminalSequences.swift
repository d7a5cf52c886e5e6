// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The scalars of a text without the sequences that colour a terminal, set its title or move its cursor.
struct TerminalSequences: Sequence {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func makeIterator() -> Iterator {
    Iterator(rest: text.unicodeScalars[...])
  }

  struct Iterator: IteratorProtocol {
    fileprivate var rest: Substring.UnicodeScalarView

    mutating func next() -> Unicode.Scalar? {
      while rest.first == "\u{1b}", let length = sequenceLength() { rest = rest.dropFirst(length) }
      return rest.popFirst()
    }

    /// `nil` when the escape starts no sequence that is known; it is then shown as what it is.
    private func sequenceLength() -> Int? {
      let second = rest.dropFirst()
      switch second.first {
      case "[":
        let parameters = second.dropFirst().prefix { (0x20...0x3f).contains($0.value) }
        guard let final = second.dropFirst(1 + parameters.count).first, (0x40...0x7e).contains(final.value) else {
          return nil
        }
        return 3 + parameters.count
      case "]":
        let body = second.dropFirst().prefix { $0 != "\u{7}" && $0 != "\u{1b}" }
        switch second.dropFirst(1 + body.count).first {
        case "\u{7}": return 3 + body.count
        case "\u{1b}": return 4 + body.count
        default: return nil
        }
      default:
        return nil
      }
    }
  }
}

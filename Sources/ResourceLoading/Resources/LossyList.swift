// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A list, of JSON or a property list, of which the elements that cannot be read are skipped and counted.
///
/// For lists that others write: one strange element does not take the rest with it.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
  /// The elements that could be read, in order.
  public let elements: [Element]
  /// How many could not.
  public let skipped: Int

  /// Reads all elements that can be read.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    var skipped = 0
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        // A container stays where it is when an element cannot be decoded; this steps over it.
        _ = try container.decode(Anything.self)
        skipped += 1
      }
    }
    self.elements = elements
    self.skipped = skipped
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

extension LossyList: RandomAccessCollection {
  /// The place of the first element.
  public var startIndex: Int { elements.startIndex }
  /// The place after the last element.
  public var endIndex: Int { elements.endIndex }
  /// The element at a place.
  public subscript(position: Int) -> Element { elements[position] }
}

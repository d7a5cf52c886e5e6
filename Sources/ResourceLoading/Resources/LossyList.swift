// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// A list whose invalid elements are skipped and counted.
///
/// For lists from other programs: one invalid element does not invalidate the others. The service that loads the list
/// reports the number of skipped elements: see ``Received/skipped``.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
  /// The valid elements, in order.
  public let elements: [Element]
  /// The number of skipped elements.
  public let skipped: Int

  /// Decodes all valid elements.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    var skipped = 0
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        // A container does not advance when an element cannot be decoded; this skips it.
        _ = try container.decode(Anything.self)
        skipped += 1
      }
    }
    self.elements = elements
    self.skipped = skipped
    SkippedElements.current?.add(skipped)
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }
}

extension LossyList: RandomAccessCollection {
  /// The index of the first element.
  public var startIndex: Int { elements.startIndex }
  /// The index after the last element.
  public var endIndex: Int { elements.endIndex }
  /// The element at an index.
  public subscript(position: Int) -> Element { elements[position] }
}

/// The number of elements that lists skip while a response is decoded, at any depth.
final class SkippedElements: Sendable {
  @TaskLocal fileprivate static var current: SkippedElements?

  private let total = Locked(0)

  fileprivate func add(_ number: Int) { total.withLock { $0 += number } }

  /// Decodes, and returns the number of skipped elements as well.
  static func counting<Model>(_ decode: () throws -> Model) rethrows -> (model: Model, skipped: Int) {
    let elements = SkippedElements()
    let model = try $current.withValue(elements, operation: decode)
    return (model, elements.total.withLock { $0 })
  }
}

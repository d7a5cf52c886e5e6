// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import Testing

/// One of our resources, which is compared with its forge's description.
struct ContractCase: Sendable, CustomTestStringConvertible {
  let name: String
  let request: @Sendable () throws -> TransportRequest
  /// A response, where the description is not sufficient to create one.
  let answer: String?
  private let read: @Sendable (Data) throws -> Unread

  var testDescription: String { name }

  /// The skipped elements of a response.
  private struct Unread {
    let skipped: Int
    let isEmpty: Bool
  }

  init<R: HTTPResource & DataResource>(_ resource: R, answer: String? = nil) {
    name = "\(R.self)"
    self.answer = answer
    request = { TransportRequest(try resource.request, body: try resource.body) }
    read = { data in
      let model = try resource.model(from: data)
      return Unread(
        skipped: (model as? any SkipCounting)?.skipped ?? 0,
        isEmpty: (model as? any Collection)?.isEmpty ?? false)
    }
  }

  /// Reads a response whose lists have at least one element.
  func expectReadable(_ json: JSONValue, _ what: String) {
    do {
      let unread = try read(try json.data)
      #expect(unread.skipped == 0, "\(what): elements are skipped")
      if json != .array([]) { #expect(!unread.isEmpty, "\(what): nothing is read") }
    } catch {
      Issue.record("\(what): \(error)")
    }
  }

  func expectReadableEmpty() { #expect(throws: Never.self) { _ = try read(Data()) } }
}

private protocol SkipCounting {
  var skipped: Int { get }
}

extension LossyList: SkipCounting {}

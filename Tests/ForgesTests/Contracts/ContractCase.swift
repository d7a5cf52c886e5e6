// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import Testing

@testable import Forges
@testable import ResourceLoading

/// One of our calls, which is compared with its forge's description.
struct ContractCase: Sendable, CustomTestStringConvertible {
  let request: TransportRequest
  /// A response, where the description is not sufficient to create one.
  let response: String?
  private let read: @Sendable (Data) throws -> Unread

  var name: String { "\(request.head.method) \(path)" }
  var testDescription: String { name }

  /// The path without the query.
  var path: String { String((request.head.path ?? "").prefix { $0 != "?" }) }

  /// The skipped elements of a response.
  private struct Unread {
    let skipped: Int
    let isEmpty: Bool
  }

  init<Model>(_ call: ForgeCall<Model>, response: String? = nil) throws {
    self.response = response
    request = TransportRequest(call.request, body: try call.body)
    read = { data in
      let (model, skipped) = try SkippedElements.counting { try call.model(from: data) }
      return Unread(skipped: skipped, isEmpty: (model as? any Collection)?.isEmpty ?? false)
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

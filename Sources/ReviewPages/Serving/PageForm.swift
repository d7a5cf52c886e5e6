// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The fields of a submitted form.
struct PageForm {
  private static let largest = 16 << 10

  private let fields: [String: String]

  /// Reads the form of a request from a page of this site.
  ///
  /// - Throws: ``PageRefusal`` for another sender, and for what is no form.
  init(_ request: Request, of visitor: Visitor) async throws {
    // Browsers tell where a request comes from; https://www.w3.org/TR/fetch-metadata/.
    if let site = request.headers[.fetchSite], site != "same-origin" { throw PageRefusal.foreignForm }
    guard request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true else {
      throw PageRefusal.foreignForm
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.largest)
    } catch {
      throw PageRefusal.invalid("The form is too large.")
    }
    fields = Self.items(String(buffer: body))
    guard let token = visitor.formToken, let sent = fields["token"], SecretToken.isEqual(token, sent) else {
      throw PageRefusal.foreignForm
    }
  }

  subscript(_ name: String) -> String? { fields[name] }

  /// Returns the decoded items of a query or a form; of equal names the last.
  static func items(_ text: some StringProtocol) -> [String: String] {
    text.split(separator: "&").prefix(100).reduce(into: [:]) { items, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = decoded(parts[0]) else { return }
      items[name] = decoded(parts[1])
    }
  }

  private static func decoded(_ text: some StringProtocol) -> String? {
    text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
  }
}

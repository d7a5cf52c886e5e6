// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

/// A client that keeps cookies, like a browser.
struct CookieClient {
  let pages: RunningPages
  private(set) var cookies: [String: String] = [:]

  init(_ pages: RunningPages) { self.pages = pages }

  /// The value of the field `Cookie`.
  var cookie: String? {
    cookies.isEmpty ? nil : cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
  }

  mutating func set(_ name: String, _ value: String?) { cookies[name] = value }

  mutating func get(_ path: String) async throws -> PlainClient.Response {
    let path = path.hasPrefix(pages.address) ? String(path.dropFirst(pages.address.count)) : path
    return keep(try await pages.get(path, cookie: cookie))
  }

  /// Submits a form of a page.
  mutating func post(_ path: String, _ fields: [(String, String)] = []) async throws -> PlainClient.Response {
    let token = try await pages.formToken("/", cookie: cookie ?? "")
    return keep(try await pages.post(path, [("token", token)] + fields, cookie: cookie))
  }

  private mutating func keep(_ answer: PlainClient.Response) -> PlainClient.Response {
    for field in answer.cookies {
      guard let pair = field.split(separator: ";").first, let end = pair.firstIndex(of: "=") else { continue }
      let value = String(pair[pair.index(after: end)...])
      cookies[String(pair[..<end])] = field.contains("; Max-Age=0") ? nil : value
    }
    return answer
  }
}

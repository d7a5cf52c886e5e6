// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Paginated lists.
extension ForgeCall {
  /// - Parameter member: the member of an object with the list; `nil` for a response that is the list itself.
  func page<Element>(
    of elements: [Element], as member: String? = nil, _ json: (Element) throws -> JSON
  ) throws -> ForgeResponse {
    let name = kind == .gitea ? "limit" : "per_page"
    let most = kind == .gitea ? 50 : 100
    let size = query[name].map { Int($0) ?? 0 } ?? (kind == .gitlab ? 20 : 30)
    let page = query["page"].map { Int($0) ?? 0 } ?? 1
    if !(1...most).contains(size) { report(.error, "\(name)=\(size) is not in 1...\(most)") }
    if page < 1 { report(.error, "page=\(page)") }
    let (count, number) = (min(max(size, 1), most), max(page, 1))
    let shown = try elements.dropFirst((number - 1) * count).prefix(count).map(json)
    let last = max(1, (elements.count + count - 1) / count)
    var links: [String] = []
    if number < last { links = try [(number + 1, "next"), (last, "last")].map { try link(to: $0.0, $0.1) } }
    if number > 1 { links += try [(1, "first"), (number - 1, "prev")].map { try link(to: $0.0, $0.1) } }
    let body: JSON =
      if let member { [member: .list(shown), "total_count": .integer(elements.count)] } else { .list(shown) }
    return try .json(body, fields: links.isEmpty ? [] : [("Link", links.joined(separator: ", "))])
  }

  /// GitHub's links contain the id of the repository instead of its name.
  private func link(to page: Int, _ relation: String) throws -> String {
    var path = String(request.target.prefix { $0 != "?" })
    if kind == .github, segments.first == "repos" {
      let rest = path.split(separator: "/").dropFirst(3).joined(separator: "/")
      path = "/repositories/\(try repository().id)/\(rest)"
    }
    let pairs = query.merging(["page": "\(page)"]) { $1 }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "<\(server)\(path)?\(pairs.joined(separator: "&"))>; rel=\"\(relation)\""
  }
}

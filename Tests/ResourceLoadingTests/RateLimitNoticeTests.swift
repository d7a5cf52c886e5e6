// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import Testing

@testable import ResourceLoading

struct RateLimitNoticeTests {
  /// 20 seconds before the later date; the local clock is 1000 seconds slow.
  private static let date = "Fri, 31 Jul 2026 10:00:00 GMT"
  private static let later = "Fri, 31 Jul 2026 10:00:20 GMT"
  private let now = Date(timeIntervalSince1970: 1_785_492_000 - 1000)

  private static let body = #"{"message": "You have exceeded a secondary rate limit."}"#

  @Test(
    arguments: [
      // Refusals with a delay, in seconds or as a date.
      (429, ["retry-after": "7"], "", true, 7),
      (403, ["retry-after": "7"], "", true, 7),
      (403, ["retry-after": "0"], "", true, 1),
      (429, ["retry-after": later, "date": date], "", true, 20),
      (403, ["retry-after": later], body, true, 1020),
      (429, ["retry-after": "86400", "x-ratelimit-remaining": "0"], "", true, 86400),
      // Primary limit: relative to the server's clock, not to the local one.
      (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785492030", "date": date], "", true, 30),
      (429, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785492030", "date": date], "", true, 30),
      (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785492030"], "", true, 1030),
      (429, ["ratelimit-remaining": "0", "ratelimit-reset": "45"], "", true, 45),
      (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785491000", "date": date], "", true, 1),
      (403, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999999999"], "", true, nil),
      (403, ["x-ratelimit-remaining": "0"], "", true, nil),
      // Refusals without a delay.
      (429, [:], "", true, nil),
      (429, ["x-ratelimit-remaining": "9"], "", true, nil),
      (429, ["retry-after": "soon"], "", true, nil),
      (403, [:], body, true, nil),
      (403, ["x-ratelimit-remaining": "4999"], body, true, nil),
      // Missing permission, which does not change with time.
      (403, [:], #"{"message": "Resource not accessible by integration"}"#, false, nil),
      (403, ["x-ratelimit-remaining": "4999"], "", false, nil),
      (404, ["retry-after": "7"], body, false, nil),
      (503, ["retry-after": "7"], "", false, nil),
      // The last response before the limit.
      (200, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785492030", "date": date], "", false, 30),
      (404, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785492030", "date": date], "", false, 30),
      (200, ["x-ratelimit-remaining": "1", "x-ratelimit-reset": "1785492030", "date": date], "", false, nil),
      (200, ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1785491000", "date": date], "", false, 0),
    ] as [(Int, [String: String], String, Bool, Int?)])
  func `rate limits are distinguished from other refusals`(
    status: Int, fields: [String: String], body: String, isRefusal: Bool, seconds: Int?
  ) throws {
    var head = HTTPResponse(status: .init(code: status))
    for (name, value) in fields { head.headerFields[try #require(HTTPField.Name(name))] = value }
    let notice = RateLimitNotice(head, body: RateLimitNotice.needsBody(of: head) ? body : "", now: now)
    #expect(notice.isRefusal == isRefusal)
    #expect(notice.pause == seconds.map { .seconds($0) })
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

extension Receipt.Entry {
  /// What was done with a request, or would be.
  init(_ outcome: Receipt.Outcome, _ subject: String, _ resource: some HTTPResource) {
    // Neither can fail for the calls of this target, whose parts are text; if one does, the request itself says so.
    let head = try? resource.request
    let body = outcome == .planned ? try? resource.body : nil
    var text: String?
    if case .bytes(let data)? = body { text = String(decoding: data, as: UTF8.self) }
    let detail = head.map { "\($0.method.rawValue) \($0.path ?? "")" } ?? ""
    self.init(outcome: outcome, subject: subject, detail: detail, body: text)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

/// How a write ended.
enum Write<Model: Sendable>: Sendable {
  case done(Model)
  /// The token may not do it, or what was to be changed is not there (404).
  case refused(status: Int, reason: String)
  /// It may or may not have been done: the answer is lost.
  case lost(ForgeError)
}

extension ResourceService {
  /// Writes once.
  ///
  /// - Throws: ``ForgeError`` when it was surely not done, for a reason that is not the token's permissions.
  func write<R: HTTPResource & DataResource>(
    _ resource: R, purpose: String, forge: String
  ) async throws(ForgeError) -> Write<R.Model> {
    do throws(LoadingError) {
      return .done(try await load(resource))
    } catch {
      let explained = ForgeError(error, purpose: purpose, forge: forge)
      switch error {
      case .rejected(let rejection):
        let status = rejection.head.status.code
        if [403, 404, 410].contains(status), !rejection.asksToWait {
          return .refused(status: status, reason: explained.underlying ?? "")
        }
        // A gateway that times out does not know whether the request took effect.
        if status >= 500 { return .lost(explained) }
      case .transport(let error):
        if error.mayHaveArrived, error.code != .cancelled { return .lost(explained) }
      case .unreadable: return .lost(explained)
      case .request: break
      }
      throw explained
    }
  }
}

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

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract

/// The result of a write.
enum Write<Model: Sendable>: Sendable {
  case done(Model)
  /// The token has no permission, or the object to change does not exist (404).
  case refused(status: Int, reason: String)
  /// The response is lost: the write may or may not have taken effect.
  case lost(ForgeError)
}

extension ForgeRepository {
  /// Performs a write once.
  ///
  /// - Parameter purpose: the failed action, for errors.
  /// - Throws: ``ForgeError`` when the write surely had no effect, except for missing permissions.
  func write<Model>(_ call: ForgeCall<Model>, _ purpose: String) async throws(ForgeError) -> Write<Model> {
    do throws(LoadingError) {
      return .done(try await service.load(call))
    } catch {
      let explained = ForgeError(error, purpose: purpose, forge: API.forge)
      switch error {
      case .rejected(let rejection):
        let status = rejection.head.status.code
        if [403, 404, 410].contains(status), !rejection.isRateLimited {
          return .refused(status: status, reason: explained.underlying ?? "")
        }
        // After a gateway's timeout it is unknown whether the request took effect.
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
  /// Creates the entry of a request that was sent or is planned.
  init(_ outcome: Receipt.Outcome, _ subject: String, _ resource: some HTTPResource) {
    // Neither fails for the calls of this target, whose parts are text; otherwise sending the request reports the
    // error.
    let head = try? resource.request
    let body = outcome == .planned ? try? resource.body : nil
    var text: String?
    if case .bytes(let data)? = body { text = String(decoding: data, as: UTF8.self) }
    let detail = head.map { "\($0.method.rawValue) \($0.path ?? "")" } ?? ""
    self.init(outcome: outcome, subject: subject, detail: detail, body: text)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A request of a test to the admin API of the built-in forge.
struct AdminCall {
  let forge: BuiltInForge
  let request: LoopbackRequest

  func answer() throws -> ForgeResponse {
    let name = String(request.target.dropFirst("/_admin/".count).prefix { $0 != "?" })
    let body: JSON = request.body.isEmpty ? [:] : try JSON.parse(request.body)
    switch (request.method, name) {
    case ("GET", "state"): return try .json(forge.look { $0.json })
    case ("GET", "requests"): return try .json(.list(forge.look { $0.requests }.map(\.json)))
    case ("GET", "deliveries"): return try .json(.list(forge.look { $0.deliveries }.map(\.json)))
    case ("GET", "faults"): return try .json(.list(forge.look { $0.faults }.map(\.shown)))
    case ("GET", "violations"):
      let violations = forge.look { $0.violations }
      return try .json([
        "violations": .list(violations.map { ["level": .text($0.level.rawValue), "detail": .text($0.detail)] })
      ])
    case ("DELETE", "requests"): forge.record { $0.requests = [] }
    case ("DELETE", "violations"): forge.record { $0.violations = [] }
    case ("DELETE", "faults"):
      forge.record { state in
        state.faults = []
        state.deliveryFault = ForgeDeliveryFault()
      }
    case ("POST", _): return try .json(try change(name, body))
    default: return .text("there is no \(request.method) \(name)", status: 404)
    }
    return try .json(["ok": true])
  }

  private func change(_ name: String, _ body: JSON) throws -> JSON {
    switch name {
    case "faults":
      guard ForgeFault.kinds.contains(body["kind"]?.text ?? "") else {
        throw StandInForge.Failure(description: "no such kind of fault: \(body)")
      }
      forge.record { $0.faults.append(ForgeFault(body)) }
    case "webhook_faults": forge.record { $0.deliveryFault = ForgeDeliveryFault(body) }
    case "hooks": return ["id": .integer(addHook(body))]
    case "emit": return ["deliveries": .integer(try forge.emit(body))]
    case "pull": try forge.setPull(body)
    case "pulls": return ["number": .integer(try forge.openPull(body))]
    case "push": try forge.push(body)
    case "comment": return ["id": .integer(try forge.comment(body))]
    case "expire_tokens":
      let count = forge.change { state in
        let ended = state.tokens.values.filter { $0.kind.rawValue == body["kind"]?.text ?? "installation" }
        for token in ended { state.tokens[token.value]?.expiry = .distantPast }
        return ended.count
      }
      return ["expired": .integer(count)]
    case "rate":
      let end = Date().addingTimeInterval(body["reset_in"]?.seconds ?? 5)
      forge.record { $0.allowance = .init(remaining: body["remaining"]?.integer ?? 0, end: end) }
    default: throw StandInForge.Failure(description: "there is no admin endpoint \(name)")
    }
    return ["ok": true]
  }

  private func addHook(_ body: JSON) -> Int {
    forge.change { state in
      let hook = ForgeHook(
        id: state.nextID(), repository: body["repo"]?.text ?? "", url: body["url"]?.text ?? "",
        secret: body["secret"]?.text, kind: body["flavor"]?.text.flatMap(ForgeKind.init) ?? .github,
        events: Set((body["events"]?.elements ?? ["*"]).compactMap(\.text)))
      state.hooks.append(hook)
      return hook.id
    }
  }
}

extension ForgeDeliveryFault {
  fileprivate init(_ json: JSON) {
    duplicate = json["duplicate"]?.integer ?? 1
    drop = json["drop"]?.seconds ?? 0
    delay = .seconds(json["delay"]?.seconds ?? 0)
    reorders = json["reorder"]?.isTrue ?? false
    tampering = json["tamper"]?.text.flatMap(StandInForge.Tampering.init)
  }
}

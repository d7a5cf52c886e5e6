// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading

/// What the writes of a run change on a forge whose responses are in a folder.
struct FolderChanges {
  typealias Members = [String: Any]

  /// Larger than the numbers of prepared elements.
  private var nextID = 9_000_000_000_000
  /// The account of the credential.
  private var account: Members
  private let hasUser: Bool
  /// The created elements of each list.
  private var created: [String: [Members]] = [:]
  /// The changed members of elements.
  private var changed: [String: Members] = [:]
  /// The elements that were removed, and those that only the recording has created so far.
  private var hidden: Set<String>

  /// - Parameter recorded: the requests of the recording, with the bodies of their responses.
  init(
    _ recorded: [(name: String, question: RecordedExchange.Question, response: Data?)], appAccount: String?
  ) {
    hasUser = appAccount == nil
    let login = appAccount ?? "reviewbot"
    account = ["id": 1, "login": login, "username": login, "type": appAccount == nil ? "User" : "Bot"]
    hidden = Set(
      recorded.compactMap { _, question, response in
        guard question.method == "POST", let path = HTTPAddress(question.address)?.path else { return nil }
        return response.flatMap(Self.members).flatMap { ElementPlace(path).element(of: $0) }
      })
  }

  /// The account of an app, from the response about its installation.
  static func appAccount(_ response: Data) -> String? {
    (members(response)?["app_slug"] as? String).map { "\($0)[bot]" }
  }

  private static func members(_ body: Data) -> Members? {
    // Other bodies are shown as they are.
    (try? JSONSerialization.jsonObject(with: body)) as? Members
  }

  private static func response(
    _ head: HTTPResponse, _ object: Any, or body: Data = Data()
  ) -> TransportResponse {
    // What was parsed can be written.
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return TransportResponse(head, body: data ?? body)
  }

  // MARK: Reading

  /// Returns a prepared response with the changes.
  mutating func shown(_ head: HTTPResponse, _ body: Data, at path: String) -> TransportResponse {
    let plain = TransportResponse(head, body: body)
    let place = ElementPlace(path)
    // Other bodies are shown as they are.
    guard head.status.kind == .successful, let object = try? JSONSerialization.jsonObject(with: body) else {
      return plain
    }
    if let list = object as? [Members] {
      return Self.response(head, shown(list, at: place, head), or: body)
    }
    guard var members = object as? Members else { return plain }
    if place.isAccount { account = members }
    if let list = members[place.memberName] as? [Members] {
      members[place.memberName] = shown(list, at: place, head)
    } else if let changes = changed[place.element] {
      members.merge(changes) { Self.merged($0, $1) }
    } else {
      return plain
    }
    return Self.response(head, members, or: body)
  }

  /// Returns the response to a request that needs no prepared one.
  func generated(at path: String) -> TransportResponse? {
    let place = ElementPlace(path)
    if place.isAccount {
      // GitHub's answer to an app, which has no user.
      guard hasUser else {
        return Self.response(HTTPResponse(status: .forbidden), ["message": "Resource not accessible by integration"])
      }
      return Self.response(HTTPResponse(status: .ok), account)
    }
    let element = created.values.joined().first { place.element(of: $0) == place.element }
    return element.map { Self.response(HTTPResponse(status: .ok), with(changed[place.element], $0)) }
  }

  private func shown(_ list: [Members], at place: ElementPlace, _ head: HTTPResponse) -> [Members] {
    let keys = list.map { place.element(of: $0) }
    let shown = zip(keys, list).filter { key, _ in key.map { !hidden.contains($0) } ?? true }
      .map { key, element in with(key.flatMap { changed[$0] }, element) }
    let new = (created[place.list] ?? []).filter { element in
      guard let key = place.element(of: element) else { return false }
      return !hidden.contains(key) && !keys.contains(key)
    }.map { element in with(place.element(of: element).flatMap { changed[$0] }, element) }
    if place.isNewestFirst { return place.isFirstPage ? new.reversed() + shown : shown }
    let link = HTTPField.Name("Link").flatMap { head.headerFields[$0] } ?? ""
    return link.contains("rel=\"next\"") ? shown : shown + new
  }

  private func with(_ changes: Members?, _ element: Members) -> Members {
    element.merging(changes ?? [:]) { Self.merged($0, $1) }
  }

  /// Merges two values of a member.
  private static func merged(_ old: Any, _ new: Any) -> Any {
    guard let old = old as? Members, let new = new as? Members else { return new }
    return old.merging(new) { merged($0, $1) }
  }

  // MARK: Writing

  /// Returns the response to a write, and notes its effect.
  ///
  /// - Parameters:
  ///   - head: the prepared response; `nil` for a generated one.
  ///   - body: the body of the prepared response.
  mutating func answer(
    to method: HTTPRequest.Method, at path: String, _ sent: Data, _ head: HTTPResponse?, _ body: Data?
  ) -> TransportResponse {
    let place = ElementPlace(path)
    let prepared = body.flatMap(Self.members)
    if let head, head.status.kind != .successful || (prepared == nil && body?.isEmpty == false) {
      return TransportResponse(head, body: body ?? Data())
    }
    if method == .delete {
      hidden.insert(place.element)
      return TransportResponse(head ?? HTTPResponse(status: .noContent), body: body ?? Data())
    }
    let isCreation = method == .post
    let head = head ?? HTTPResponse(status: isCreation ? .created : .ok)
    if place.isToken { return Self.response(head, Self.lasting(prepared)) }
    var sent = Self.members(sent) ?? [:]
    // Only GitHub names it as in the request.
    if place.kind == "statuses" { sent["status"] = sent["state"] }
    let element = with(sent, prepared ?? generated(place, sent, isCreation: isCreation))
    let key = isCreation ? place.element(of: element) ?? place.element : place.element
    hidden.remove(key)
    changed[key] = with(sent, changed[key] ?? [:])
    if isCreation { created[place.list(of: sent), default: []].append(element) }
    return Self.response(head, element)
  }

  private mutating func generated(_ place: ElementPlace, _ sent: Members, isCreation: Bool) -> Members {
    var element: Members = ["user": account, "author": account, "creator": account, "system": false]
    if isCreation {
      nextID += 1
      element["id"] = nextID
    } else {
      element["id"] = Int(place.name) ?? place.name
    }
    if place.kind == "check-runs" {
      let login = account["login"] as? String ?? ""
      let output = sent["output"] as? Members
      element["status"] = "completed"
      element["app"] = ["slug": login.hasSuffix("[bot]") ? String(login.dropLast("[bot]".count)) : login]
      element["output"] = ["annotations_count": (output?["annotations"] as? [Any])?.count ?? 0]
    }
    return element
  }

  /// An app's token, which never expires: nothing checks it.
  private static func lasting(_ prepared: Members?) -> Members {
    (prepared ?? ["token": "none", "permissions": [String: String]()])
      .merging(["expires_at": "2999-01-01T00:00:00Z"]) { $1 }
  }
}

/// What the path of a request says about lists and elements.
///
/// Elements are created in their list, except statuses and check runs, which are listed by their commit. They are
/// changed and removed at the list's name and their number.
private struct ElementPlace {
  private let path: Substring
  private let query: Substring
  private let parts: [Substring]

  init(_ path: String) {
    self.path = path.prefix { $0 != "?" }
    query = path.dropFirst(self.path.count)
    parts = self.path.split(separator: "/")
  }

  var name: String { parts.last.map(String.init) ?? "" }
  private var parent: String { parts.dropLast().last.map(String.init) ?? "" }

  var isAccount: Bool { name == "user" && !parts.contains { $0 == "repos" || $0 == "projects" } }
  var isToken: Bool { name == "access_tokens" }
  /// `comments` of `…/comments` and of `…/comments/7`.
  var kind: String { parent == "statuses" || Int(name) != nil ? parent : name }
  /// The element of `…/comments/7`.
  var element: String { "\(parent)/\(name)" }
  /// The name of the list in a response that is an object.
  var memberName: String { name.replacing("-", with: "_") }
  var isNewestFirst: Bool { kind == "statuses" || kind == "check-runs" }
  var isFirstPage: Bool { !query.contains(/[?&]page=(?!1(?:&|$))/) }

  /// The list at this path.
  var list: String { isNewestFirst ? "\(kind) \(parent)" : String(path) }

  /// The list of an element that is created at this path.
  func list(of sent: [String: Any]) -> String {
    switch kind {
    case "statuses": "\(kind) \(name)"
    case "check-runs": "\(kind) \(sent["head_sha"] as? String ?? "")"
    default: String(path)
    }
  }

  /// The key of an element of this list.
  func element(of members: [String: Any]) -> String? { members["id"].map { "\(kind)/\($0)" } }
}

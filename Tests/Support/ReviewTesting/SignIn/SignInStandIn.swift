// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ReviewContract

/// Runs a stand-in for a forge's sign-in during a test.
///
/// - Parameter redirects: the addresses to return to that are registered with the application.
package func withSignInStandIn<Result>(
  _ kind: ForgeKind, redirects: [String], hasSecret: Bool = true, _ body: (SignInStandIn) async throws -> Result
) async throws -> Result {
  let standIn = SignInStandIn(kind, redirects: redirects, hasSecret: hasSecret)
  return try await withLoopbackServer { request in
    standIn.answer(request)
  } body: { server in
    standIn.begin(at: server)
    return try await body(standIn)
  }
}

/// A stand-in for the sign-in of a forge, as a real HTTP server: the page of the authorization, which redirects a
/// browser at once, the exchange of codes, the account of a token, and the revocation. It validates each request.
package final class SignInStandIn: Sendable {
  /// What the person at the browser does.
  package enum Person: Hashable, Sendable {
    case agrees(login: String, id: Int)
    case cancels
  }

  package enum Operation: Hashable, Sendable {
    case authorize, token, account, revoke
  }

  struct Grant: Sendable {
    let challenge: String
    let redirect: String
    let login: String
    let id: Int
    var isExpired = false
    var token: String?
    /// Whether there was an exchange, also one that failed.
    var isSpent = false
  }

  struct State: Sendable {
    var url = ""
    var port = 0
    var redirects: Set<String>
    var person = Person.agrees(login: "ada", id: 7)
    /// By code.
    var grants: [String: Grant] = [:]
    /// The codes of the valid tokens.
    var tokens: [String: String] = [:]
    var secrets: [String] = []
    var violations: [String] = []
    var operations: [Operation] = []
    var faults: [Operation: LoopbackResponse] = [:]
  }

  package let kind: ForgeKind
  package let clientID = "reviewbot-client"
  /// `nil` for a public application.
  package let clientSecret: String?
  let state: Locked<State>

  init(_ kind: ForgeKind, redirects: [String], hasSecret: Bool) {
    self.kind = kind
    clientSecret = hasSecret ? "the-secret-of-the-application" : nil
    state = Locked(State(redirects: Set(redirects)))
  }

  func begin(at server: LoopbackServer) {
    state.withLock { state in
      state.url = server.url
      state.port = server.port
    }
  }

  /// The address of the forge's pages.
  package var url: String { state.withLock { $0.url } }

  /// Registers another address to return to.
  package func register(_ redirect: String) { state.withLock { _ = $0.redirects.insert(redirect) } }

  /// Visits the page of the authorization, as a browser does.
  ///
  /// - Parameter address: an address of this server.
  /// - Returns: the address that the person is sent to; `nil` for a page.
  package func visit(_ address: String) async throws -> String? {
    let path = address.hasPrefix(url) ? String(address.dropFirst(url.count)) : address
    return try await PlainClient(port: state.withLock { $0.port }).request("GET", path).fields["location"]
  }

  /// Sets what the person does at the following visits of the page.
  package func become(_ person: Person) { state.withLock { $0.person = person } }

  /// Sets the response to an operation; `nil` for its own.
  package func answer(_ operation: Operation, with response: LoopbackResponse?) {
    state.withLock { $0.faults[operation] = response }
  }

  /// Makes all codes too old.
  package func expireCodes() {
    state.withLock { state in
      for code in state.grants.keys { state.grants[code]?.isExpired = true }
    }
  }

  /// The requests that a forge would not accept, or that ask for more than the identity.
  package var violations: [String] { state.withLock { $0.violations } }

  /// The operations so far, also those that failed.
  package var operations: [Operation] { state.withLock { $0.operations } }

  /// The number of tokens that were issued and not revoked.
  package var validTokens: Int { state.withLock { $0.tokens.count } }

  /// All codes and tokens so far.
  package var secrets: [String] { state.withLock { $0.secrets } }
}

/// From a request to a response.
extension SignInStandIn {
  private static let roots: [ForgeKind: String] = [.github: "/login/oauth", .gitlab: "/oauth", .gitea: "/login/oauth"]

  /// The API below the address of a server that is not the public one.
  private var api: String { kind == .github ? "/api/v3" : "/api/v1" }

  func answer(_ request: LoopbackRequest) -> LoopbackResponse {
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let path = parts.first ?? ""
    guard let operation = operation(request.method, path) else {
      report("\(request.method) \(path) is unknown")
      return .text("Not Found", status: 404)
    }
    let fault = state.withLock { state in
      state.operations.append(operation)
      return state.faults[operation]
    }
    if let fault { return fault }
    switch operation {
    case .authorize: return authorize(SignInForm(parts.count > 1 ? parts[1] : ""))
    case .token: return exchange(request)
    case .account: return account(request)
    case .revoke: return revoke(request)
    }
  }

  private func operation(_ method: String, _ path: String) -> Operation? {
    let root = Self.roots[kind] ?? ""
    let isGitLab = kind == .gitlab
    switch (method, path) {
    case ("GET", "\(root)/authorize"): return .authorize
    case ("POST", isGitLab ? "\(root)/token" : "\(root)/access_token"): return .token
    case ("GET", isGitLab ? "\(root)/userinfo" : "\(api)/user"): return .account
    case ("POST", "\(root)/revoke") where isGitLab: return .revoke
    case ("DELETE", "\(api)/applications/\(clientID)/token") where kind == .github: return .revoke
    default: return nil
    }
  }

  func report(_ violation: String) { state.withLock { $0.violations.append(violation) } }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Crypto
import CryptoExtras
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

struct InstallationTokensTests {
  /// GitHub's endpoints for tokens. Each token is named by its number.
  private final class Mint: Sendable {
    struct State: Sendable {
      var now = Date(timeIntervalSince1970: 1_800_000_000.75)
      var lifetime: TimeInterval = 3_600
      var made = 0
      var wishes: [String] = []
      var proofs: [String] = []
      /// Tokens that are refused.
      var refused: Set<String> = []
      var shown: [String] = []
      var isInstalled = true
      var isSuspended = false
    }

    let state = Locked(State())

    var transport: StubTransport {
      StubTransport { [self] (request) throws(TransportError) in
        let response = state.withLock { Self.answer(request, &$0) }
        return TransportResponse(status: .init(code: response.0), body: Data(response.1.utf8))
      }
    }

    private static func answer(_ request: TransportRequest, _ state: inout State) -> (Int, String) {
      let shown = request.head.headerFields[.authorization] ?? ""
      switch request.head.path {
      case "/repos/acme/shapes/installation":
        state.proofs.append(shown)
        guard state.isInstalled else { return (404, #"{"message": "Not Found"}"#) }
        return (
          200,
          #"{"id": 99, "app_slug": "reviewbot", "permissions": {"checks": "write", "contents": "read", "metadata": "read"}}"#
        )
      case "/app/installations/99/access_tokens":
        state.proofs.append(shown)
        if case .bytes(let data) = request.body { state.wishes.append(String(decoding: data, as: UTF8.self)) }
        guard !state.isSuspended else { return (403, #"{"message": "This installation has been suspended"}"#) }
        state.made += 1
        let end = ISO8601DateFormatter().string(from: state.now.addingTimeInterval(state.lifetime))
        return (201, #"{"token": "ghs_\#(state.made)", "expires_at": "\#(end)"}"#)
      default:
        state.shown.append(shown)
        return state.refused.contains(shown) ? (401, #"{"message": "Bad credentials"}"#) : (200, "{}")
      }
    }
  }

  private func tokens(_ mint: Mint, key: String? = nil) throws -> InstallationTokens {
    let app = AppSettings(id: "4242", privateKey: Secret(try key ?? Self.key.get().pemRepresentation))
    return InstallationTokens(
      app: app, api: try GitHubAPI(settings(mint.transport)), transport: mint.transport,
      conditions: ForgeConditions(clock: InstantClock(), now: { mint.state.withLock { $0.now } }))
  }

  /// Created for this run of the tests.
  private static let key = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  @Test func `a token is requested for one repository, with only the permissions that its use needs`() async throws {
    let mint = Mint()
    let tokens = try tokens(mint)
    #expect(try await tokens.readingToken() == Secret("ghs_1"))
    #expect(try await tokens.writing.token().value == "ghs_2")
    #expect(
      mint.state.withLock { $0.wishes } == [
        #"{"permissions":{"checks":"read","contents":"read","metadata":"read"},"repositories":["shapes"]}"#,
        #"{"permissions":{"checks":"write","metadata":"read"},"repositories":["shapes"]}"#,
      ])
    // The installation is looked up once.
    #expect(mint.state.withLock { $0.proofs.count } == 3)
    #expect(try await tokens.account() == "reviewbot[bot]")
  }

  /// The parts of a JSON Web Token, decoded.
  private struct Proof: Equatable {
    struct Claims: Decodable, Equatable {
      let iss: String
      let iat: Int
      let exp: Int
    }

    let header: [String: String]
    let claims: Claims
    let isSigned: Bool

    init(header: [String: String], claims: Claims, isSigned: Bool) {
      (self.header, self.claims, self.isSigned) = (header, claims, isSigned)
    }

    init(_ field: String, key: _RSA.Signing.PublicKey) throws {
      let parts = try #require(field.wholeMatch(of: /Bearer ([\w-]+)\.([\w-]+)\.([\w-]+)/)).output
      func bytes(_ part: Substring) throws -> Data {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        return try #require(Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4)))
      }
      header = try JSONDecoder().decode([String: String].self, from: bytes(parts.1))
      claims = try JSONDecoder().decode(Claims.self, from: bytes(parts.2))
      isSigned = key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: try bytes(parts.3)), for: Data("\(parts.1).\(parts.2)".utf8),
        padding: .insecurePKCS1v1_5)
    }
  }

  @Test(arguments: ["RSA PRIVATE KEY", "PRIVATE KEY"])
  func `the app's JWT is issued one minute in the past and expires after ten minutes`(
    label: String
  ) async throws {
    let mint = Mint()
    let key = try Self.key.get()
    let forms = [key.pemRepresentation, key.pkcs8PEMRepresentation]
    let pem = try #require(forms.first { $0.hasPrefix("-----BEGIN \(label)-----\n") })
    _ = try await tokens(mint, key: pem).readingToken()
    let expected = Proof(
      header: ["alg": "RS256", "typ": "JWT"],
      claims: Proof.Claims(iss: "4242", iat: 1_799_999_940, exp: 1_800_000_540), isSigned: true)
    let proofs = try mint.state.withLock { $0.proofs }.map { try Proof($0, key: key.publicKey) }
    #expect(proofs == [expected, expected])
  }

  @Test(arguments: [(3_600.0, 2_999.0, 3_001.0), (5, 2, 3)])
  func `a token is renewed before it expires`(lifetime: Double, good: Double, old: Double) async throws {
    let mint = Mint()
    mint.state.withLock { state in
      state.now = Date(timeIntervalSince1970: 1_800_000_000)
      state.lifetime = lifetime
    }
    let tokens = try tokens(mint)
    _ = try await tokens.readingToken()
    mint.state.withLock { $0.now.addTimeInterval(good) }
    #expect(try await tokens.readingToken() == Secret("ghs_1"))
    mint.state.withLock { $0.now.addTimeInterval(old - good) }
    #expect(try await tokens.readingToken() == Secret("ghs_2"))
  }

  @Test func `a request that is refused with 401 is repeated once with a new token`() async throws {
    let mint = Mint()
    mint.state.withLock { $0.refused = ["Bearer ghs_1"] }
    let origin = try #require(Origin(scheme: "https", authority: "api.github.com"))
    let transport = AppTransport(mint.transport, tokens: try tokens(mint), for: origin, field: GitHubAPI.field)
    let address = try #require(HTTPAddress("https://api.github.com/x"))
    let request = TransportRequest(HTTPRequest(.post, at: address))
    #expect(try await transport.send(request).head.status == .ok)
    #expect(mint.state.withLock { $0.shown } == ["Bearer ghs_1", "Bearer ghs_2"])
    mint.state.withLock { $0.refused = ["Bearer ghs_2", "Bearer ghs_3"] }
    #expect(try await transport.send(request).head.status == .unauthorized)
    let elsewhere = try #require(HTTPAddress("https://example.com/x"))
    _ = try await transport.send(TransportRequest(HTTPRequest(at: elsewhere)))
    #expect(mint.state.withLock { $0.shown.last } == "")
  }

  @Test func `requests that only read carry a read-only token`() async throws {
    let mint = Mint()
    let origin = try #require(Origin(scheme: "https", authority: "api.github.com"))
    let transport = AppTransport(mint.transport, tokens: try tokens(mint), for: origin, field: GitHubAPI.field)
    let address = try #require(HTTPAddress("https://api.github.com/x"))
    for method in [HTTPRequest.Method.get, .head, .post, .patch, .delete, .get] {
      _ = try await transport.send(TransportRequest(HTTPRequest(method, at: address)))
    }
    let (reading, writing) = ("Bearer ghs_1", "Bearer ghs_2")
    #expect(mint.state.withLock { $0.shown } == [reading, reading, writing, writing, writing, reading])
    #expect(mint.state.withLock { $0.wishes.map { $0.contains("write") } } == [false, true])
  }

  /// Keys that cannot sign, and words that an error must not contain.
  private static let invalidKeys: [(pem: String, secret: String)] = [
    ("", "secret"), ("c2VjcmV0", "c2VjcmV0"),
    ("-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----", "c2VjcmV0"),
    ("-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----", "c2VjcmV0"),
    ("-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0", "c2VjcmV0"),
  ]

  @Test(arguments: invalidKeys)
  func `an invalid key is an error that contains no part of it`(pem: String, secret: String) async throws {
    await expectRefusal(ofKey: pem, secret: secret)
  }

  @Test func `a public key, a key of another algorithm and a short key are invalid`() async throws {
    let short = try _RSA.Signing.PrivateKey(unsafeKeySize: _RSA.Signing.KeySize(bitCount: 1_024))
    for pem in [
      try Self.key.get().publicKey.pemRepresentation, P256.Signing.PrivateKey().pemRepresentation,
      short.pemRepresentation, short.pkcs8PEMRepresentation,
    ] {
      await expectRefusal(ofKey: pem, secret: String(pem.split(separator: "\n")[1].prefix(12)))
    }
  }

  private func expectRefusal(ofKey pem: String, secret: String) async {
    let mint = Mint()
    await #expect {
      _ = try await tokens(mint, key: pem).readingToken()
    } throws: { error in
      !"\(error)".contains(secret)
        && error as? ForgeError
          == ForgeError(
            .badToken, "cannot sign as app 4242 with the private key",
            remedy: "give the PEM file that GitHub made for the app")
    }
    #expect(mint.state.withLock { $0.proofs } == [])
  }

  @Test func `an app that is not installed is an error of its own`() async throws {
    let mint = Mint()
    mint.state.withLock { $0.isInstalled = false }
    await #expect { _ = try await tokens(mint).readingToken() } throws: { ($0 as? ForgeError)?.code == .notFound }
  }

  @Test func `the error for a token that cannot be created contains GitHub's reason`() async throws {
    let mint = Mint()
    mint.state.withLock { $0.isSuspended = true }
    await #expect(
      throws: ForgeError(
        .forbidden, "cannot get a token for acme/shapes", remedy: "check the token's permissions",
        underlying: "GitHub answered 403: This installation has been suspended")
    ) { try await tokens(mint).readingToken() }
    await #expect(
      throws: TransportError(
        .badRequest,
        "cannot get a token for acme/shapes: GitHub answered 403: This installation has been suspended; "
          + "check the token's permissions")
    ) { try await tokens(mint).writing.token() }
  }

  @Test func `an app is rejected for GitLab and for an unencrypted connection`() throws {
    let mint = Mint()
    var settings = settings(mint.transport)
    settings.token = nil
    settings.app = AppSettings(id: "1", privateKey: Secret("key"))
    var open = settings
    open.apiURL = "http://github.example.com/api/v3"
    #expect(throws: ForgeError.self) { try publisher(open) }
    settings.kind = .gitlab
    settings.apiURL = nil
    #expect(throws: ForgeError.self) { try publisher(settings) }
  }
}

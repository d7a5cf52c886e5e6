// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import CryptoExtras
import Foundation
import SystemPackage

/// The initial world of every stand-in forge: the repository `acme/shapes` with two pull requests, of which the second
/// does not build, users and their tokens, and an app.
package struct ExampleWorld {
  private static let appKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  private static let package = """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(name: "Shapes", targets: [
      .target(name: "Shapes"), .testTarget(name: "ShapesTests", dependencies: ["Shapes"])])

    """
  private static let square = """
    public struct Square {
      public var side: Int
      public init(side: Int) { self.side = side }
      public var area: Int { side * side }
    }

    """
  private static let squareTests = """
    import XCTest
    import Shapes
    final class SquareTests: XCTestCase {
      func testArea() { XCTAssertEqual(Square(side: 3).area, 9) }
    }

    """
  private static let circle = """
    public struct Circle {
      public var radius: Double
      public init(radius: Double) { self.radius = radius }
      public func area(_ exact: Bool) -> Double {
        if exact {
          return radius * radius * 3.14159265
        }
        return radius * radius * 3
      }
    }

    """
  private static let circleTests = """
    import Testing
    import Shapes
    @Test func exactArea() {
      #expect(Circle(radius: 1).area(true) > 3.1)
    }

    """
  private static let brokenSquare = """
    public struct Square {
      public var side: Int
      public var area: Int { sid * side }
    }

    """

  /// Writes the world into a folder.
  package static func make(in world: ScratchDirectory) throws {
    var stream = FastImport()
    stream.commit(
      to: "main", "Squares",
      files: [
        "Package.swift": package, "Sources/Shapes/Square.swift": square,
        "Tests/ShapesTests/SquareTests.swift": squareTests,
      ])
    stream.commit(
      to: "half-tested", "Circles", onTopOf: "main",
      files: ["Sources/Shapes/Circle.swift": circle, "Tests/ShapesTests/CircleTests.swift": circleTests])
    stream.commit(
      to: "broken", "Shorter squares", onTopOf: "main", files: ["Sources/Shapes/Square.swift": brokenSquare])
    try stream.write(to: try world.folder("git/acme/shapes.git").path, in: world)
    let key = try appKey.get()
    try world.write("app.private-key.pem", key.pemRepresentation + "\n")
    try world.write("app.public-key.pem", key.publicKey.pemRepresentation + "\n")
    try world.write("forge.json", String(decoding: try forge.data, as: UTF8.self))
  }

  private static let forge: JSON = [
    "users": [["login": "ada"], ["login": "bot-user"], ["login": "acme", "type": "Organization"]],
    "repos": [
      [
        "owner": "acme", "name": "shapes", "path": "git/acme/shapes.git", "private": true,
        "collaborators": ["ada": "write", "bot-user": "write"],
      ]
    ],
    "app": [
      "id": 4242, "client_id": "Iv1.example", "slug": "reviewbot", "public_key_file": "app.public-key.pem",
      "installations": [["id": 99, "account": "acme", "repos": ["acme/shapes"], "permissions": permissions]],
    ],
    "tokens": [
      ["token": .text(StandInForge.token), "kind": "classic", "login": "bot-user"],
      [
        "token": .text(StandInForge.readOnlyToken), "kind": "fine", "login": "bot-user", "repos": ["acme/shapes"],
        "permissions": ["contents": "read", "pull_requests": "read", "metadata": "read", "issues": "read"],
      ],
      ["token": "glpat-example", "kind": "classic", "login": "bot-user"],
      ["token": "gitea-example", "kind": "classic", "login": "bot-user"],
    ],
    "pulls": [
      ["number": 1, "head": "half-tested", "title": "Circles", "user": "ada", "repo": "acme/shapes"],
      ["number": 2, "head": "broken", "title": "Shorter squares", "user": "ada", "repo": "acme/shapes"],
    ],
  ]

  private static let permissions: JSON = [
    "checks": "write", "statuses": "write", "pull_requests": "write", "issues": "write", "contents": "read",
    "metadata": "read",
  ]
}

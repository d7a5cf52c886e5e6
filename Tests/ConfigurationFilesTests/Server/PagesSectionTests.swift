// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import ConfigurationFiles

/// The keys of the web pages.
struct PagesSectionTests {
  private static let forge =
    "forges: [{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b], sign_in: {id: Iv1.8a61, secret: /i}}]"

  private func read(_ lines: String, forge: String = forge) throws(ConfigurationError) -> ServerConfiguration {
    try ServerConfigurationReader().read(text: "version: 1\n\(forge)\n\(lines)\n", file: "f")
  }

  private func problems(_ lines: String, forge: String = forge) -> [String] {
    do {
      _ = try read(lines, forge: forge)
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func `the address is enough`() throws {
    let pages = try read("pages: {url: https://reviews.example.com}").pages
    #expect(pages.url == "https://reviews.example.com")
    #expect(pages.listen == "127.0.0.1:8081")
    #expect(pages.access == .members)
    #expect(pages.links == nil)
    #expect(pages.connections == 1_000)
    #expect(try read("").pages.url == nil)
  }

  @Test(arguments: [
    "url: https://reviews.example.com/", "url: https://reviews.example.com:8443", "url: http://127.0.0.1:8081",
    "url: \"http://[::1]:8081\"", "url: http://localhost:8081", "url: https://r.example.com, access: public",
    "url: https://r.example.com, links: 1m", "url: https://r.example.com, links: 30d",
    "url: https://r.example.com, listen: 0.0.0.0:0",
  ])
  func `values of all forms are accepted`(keys: String) {
    #expect(problems("pages: {\(keys)}") == [])
  }

  @Test(arguments: [
    (
      "pages: {access: public}",
      ["3:1: url is missing; add the public address of the pages, as in url: https://reviews.example.com"]
    ),
    (
      "pages: {url: https://example.com/reviews}",
      [
        "3:9: url: https://example.com/reviews has a path; "
          + "give the pages a host of their own, as in https://reviews.example.com"
      ]
    ),
    (
      "pages: {url: http://reviews.example.com}",
      [
        "3:14: url: expected a web address such as https://git.example.com, found \"http://reviews.example.com\"; "
          + "use https: http would expose the token on the network"
      ]
    ),
    (
      "listen: 127.0.0.1:8081\npages: {url: https://r.example.com}",
      ["4:1: listen: 127.0.0.1:8081 is also the value of listen or management_listen; use another port"]
    ),
    (
      "management_listen: 127.0.0.1:9090\npages: {url: https://r.example.com, listen: 127.0.0.1:9090}",
      ["4:37: listen: 127.0.0.1:9090 is also the value of listen or management_listen; use another port"]
    ),
    (
      "pages: {url: https://r.example.com, access: all, links: 31d, connections: 0}",
      [
        "3:45: access: expected one of members, public, found \"all\"",
        "3:57: links: expected a duration from 1m to 30d, found \"31d\"",
        "3:75: connections: expected a whole number from 1 to 100000, found \"0\"",
      ]
    ),
    (
      "pages: {url: \"https://ada:s3cr3t@r.example.com\"}",
      [
        "3:14: url: expected a web address such as https://git.example.com, found \"https://***@r.example.com\"; "
          + "remove the credential, and write it to a file"
      ]
    ),
  ])
  func `problems are reported with their location`(lines: String, expected: [String]) {
    #expect(problems(lines) == expected.map { "f:" + $0 })
  }

  @Test func `pages for members need a forge to sign in with`() {
    let forge = "forges: [{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b]}]"
    #expect(
      problems("pages: {url: https://r.example.com}", forge: forge) == [
        "f:3:1: access: members needs a forge that accounts can sign in with; "
          + "add sign_in to a forge, or write access: public"
      ])
    #expect(problems("pages: {url: https://r.example.com, access: public}", forge: forge) == [])
    // Without pages there is no sign-in.
    #expect(problems("", forge: forge) == [])
  }

  @Test(arguments: [
    ("x", ["sign_in: expected a mapping with id and secret, found a text"]),
    ("{}", ["sign_in: id is missing; add it", "sign_in: secret is missing; add it"]),
    ("{id: Iv1.8a61}", ["sign_in: secret is missing; add it, as in secret: /etc/reviewbot/github-sign-in-secret"]),
    ("{secret: /i}", ["sign_in: id is missing; add it, as in id: \"Iv1.8a61f9b3a7aba766\""]),
    ("{id: a/b, secret: /i}", ["sign_in: id: expected an app's number or client id"]),
    ("{id: 1, secret: /i, scope: x}", ["sign_in: unknown key \"scope\""]),
    ("{id: 1, secret: s3cr3t}", ["sign_in: secret: expected"]),
    ("{id: 1, secret: [s3cr3t]}", ["sign_in: secret: expected"]),
    ("s3cr3t", ["sign_in: expected a mapping with id and secret"]),
  ])
  func `an incomplete application is reported, without its values`(value: String, expected: [String]) {
    let found = problems(
      "", forge: "forges: [{kind: github, webhook_secrets: [/s], token: /t, repositories: [a/b], sign_in: \(value)}]")
    #expect(found.count == expected.count)
    for (problem, text) in zip(found, expected) { #expect(problem.contains(text), "\(problem)") }
    #expect(!found.contains { $0.contains("s3cr3t") })
  }

  @Test(
    arguments: [
      (nil, 0o600, "cannot be read: No such file or directory"), ("", 0o600, "is empty"),
      ("s3cr3t s3cr3t", 0o600, "does not contain exactly one"), ("s3cr3t", 0o644, "is accessible to other users"),
      ("s3cr3t\n", 0o600, nil),
    ] as [(String?, mode_t, String?)])
  func `the secret is read from its file`(text: String?, mode: mode_t, problem: String?) async throws {
    try await withScratchDirectory { folder in
      for (name, text) in [("s", "0123456789abcdef"), ("t", "token"), ("i", text)] as [(String, String?)] {
        guard let text else { continue }
        #expect(chmod("\(try folder.write(name, text))", name == "i" ? mode : 0o600) == 0)
      }
      let forge = Self.forge.replacing("[/s]", with: "[\(folder.path)/s]")
        .replacing(": /t", with: ": \(folder.path)/t").replacing(": /i", with: ": \(folder.path)/i")
      let configuration = try read("", forge: forge)
      do throws(ConfigurationError) {
        let secrets = try ServerSecrets.read(configuration, file: "f", credentials: "/run/credentials")
        #expect(problem == nil)
        #expect(secrets.forges["github"]?.signIn == SignInSecrets(id: "Iv1.8a61", secret: Secret("s3cr3t")))
      } catch {
        let found = error.problems.map(\.description)
        #expect(found.count == 1)
        #expect(found.first?.contains(problem ?? "no problem") == true, "\(found)")
        #expect(found.first?.contains("s3cr3t") == false)
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Forges

struct AddressingTests {
  @Test(arguments: [
    ("https://github.com/acme/shapes.git", "https://api.github.com"),
    ("https://www.github.com/acme/shapes/pull/7", "https://api.github.com"),
    ("git@github.com:acme/shapes.git", "https://api.github.com"),
    ("ssh://git@ssh.github.com:443/acme/shapes.git", "https://api.github.com"),
    ("https://github.example.com/acme/shapes", "https://github.example.com/api/v3"),
    ("https://github.example.com:8443/acme/shapes", "https://github.example.com:8443/api/v3"),
    ("ssh://git@github.example.com:22/acme/shapes", "https://github.example.com/api/v3"),
    ("git@github.example.com:acme/shapes", "https://github.example.com/api/v3"),
    ("http://127.0.0.1:8080/acme/shapes.git", "http://127.0.0.1:8080/api/v3"),
    ("https://github.com.evil.com/acme/shapes", "https://github.com.evil.com/api/v3"),
    ("/home/me/shapes", nil), ("file:///home/me/shapes", nil), ("shapes", nil), ("", nil),
  ])
  func `finds the API of a repository`(url: String, api: String?) {
    #expect(ForgeDescription.github.apiURL(of: url) == api)
  }

  @Test(arguments: [
    ("acme/shapes", true), ("a.b/c_d-e", true), ("acme", false), ("a/b/c", false), ("../..", false), ("a/..", false),
    ("a/b?c", false), ("/b", false), ("a/ü", false), ("acme/../../etc", false), ("acme/shapes\n/other", false),
    ("acme/sh\u{1b}[31mapes", false), ("acme/shapes%2f..", false), ("acme/sha pes", false), ("acme/", false),
    ("acme\\shapes", false), ("acme/.", false), ("acme/shapes\u{0}", false), ("acme/shapes#x", false),
  ])
  func `only a valid owner and name are a repository name`(text: String, isName: Bool) {
    #expect((RepositoryName(text)?.description == text) == isName)
  }
}

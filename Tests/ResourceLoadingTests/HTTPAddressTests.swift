// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import Testing

struct HTTPAddressTests {
  @Test(arguments: [
    ("https://example.com", "https://example.com/"),
    ("https://example.com?a=1", "https://example.com/?a=1"),
    ("http://example.com:81/a/b?c=d#e", "http://example.com:81/a/b?c=d"),
  ])
  func `reads an absolute URL`(text: String, address: String) {
    #expect(HTTPAddress(text)?.description == address)
  }

  @Test(arguments: [
    "", "example.com/a", "file:///etc/passwd", "https://a@b/", "https://a/b c", "https://a/\\b", "://a",
  ])
  func `text that is not a valid HTTP address is rejected`(text: String) {
    #expect(HTTPAddress(text) == nil)
  }

  @Test(arguments: [
    ("https://other.example.com/x", "https://other.example.com/x"),
    ("//other.example.com/x", "https://other.example.com/x"),
    ("/x?y=1", "https://example.com/x?y=1"),
    ("x", "https://example.com/a/x"),
    ("?page=2", "https://example.com/a/b?page=2"),
    ("", "https://example.com/a/b?c=d"),
    ("file:///etc/passwd", nil),
    ("javascript:1", nil),
    ("/a b", nil),
  ])
  func `resolves a reference`(reference: String, address: String?) throws {
    let here = try #require(HTTPAddress("https://example.com/a/b?c=d"))
    #expect(here.resolving(reference)?.description == address)
  }

  @Test func `escapes segments and query`() throws {
    let base = try #require(HTTPAddress("https://example.com/v1/?old=1"))
    let address = base.appending("a/b", "c d", "ü", query: ["q": "x&y=z", "e": ""])
    #expect(address.description == "https://example.com/v1/a%2Fb/c%20d/%C3%BC?q=x%26y%3Dz&e=")
  }

  @Test func `a request has the address that it was created with`() throws {
    let address = try #require(HTTPAddress("https://example.com:8443/a?b=c"))
    let request = HTTPRequest(.put, at: address)
    #expect(request.method == .put)
    #expect(HTTPAddress(request) == address)
  }

  @Test(arguments: [
    ("https://a.example.com", "https://a.example.com/?page=2"),
    ("https://a.example.com/x?page=1&q=page", "https://a.example.com/x?q=page&page=2"),
    ("https://a.example.com/x?per_page=1&page", "https://a.example.com/x?per_page=1&page=2"),
    ("https://a.example.com/x?a=b?c", "https://a.example.com/x?a=b?c&page=2"),
  ])
  func `replaces a value of the query`(text: String, replaced: String) throws {
    #expect(try #require(HTTPAddress(text)).replacing(query: "page", with: "2").description == replaced)
  }
}

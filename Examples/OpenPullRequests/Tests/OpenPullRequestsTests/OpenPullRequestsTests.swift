// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import OpenPullRequests
import ResourceLoading
import Testing

struct OpenPullRequestsTests {
  /// A GitHub whose responses are the files in `Responses`.
  private func repository(_ name: String) throws -> Repository {
    let responses = try #require(Bundle.module.resourceURL).appendingPathComponent("Responses")
    let server = try #require(HTTPAddress("https://api.github.com"))
    return Repository("acme", name, on: server, StubService(folder: .init(responses.path)))
  }

  @Test func `lists the open pull requests, and comments on one`() throws {
    let shapes = try repository("shapes")
    let open = try shapes.openPullRequests()
    #expect(open.map(\.number) == [7, 9])
    #expect(open.map(\.title) == ["Add circles", "Add squares"])
    try shapes.comment("Which circles?", on: 7)
  }

  @Test func `a comment on a locked pull request is refused`() throws {
    let shapes = try repository("shapes")
    #expect { try shapes.comment("Which squares?", on: 9) } throws: { error in
      guard case LoadingError.rejected(let rejection) = error else { return false }
      return rejection.head.status.code == 403
    }
  }

  @Test func `a request without a response is an error`() throws {
    #expect(throws: LoadingError.self) { try repository("colors").openPullRequests() }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

@testable import Forges

/// What belongs to a repository or a pull request, over prepared responses.
struct RelationTests {
  /// Responds to all requests with two pages of a comment.
  private func comments() -> StubTransport {
    StubTransport { request in
      let path = request.head.path ?? ""
      var fields = HTTPFields()
      if !path.contains("page=2"), let link = HTTPField.Name("Link") { fields[link] = "<\(path)&page=2>; rel=next" }
      let id = path.contains("page=2") ? 2 : 1
      let comment = #"{"id": \#(id), "body": "b", "system": false, "user": null}"#
      return TransportResponse(status: .ok, headerFields: fields, body: Data("[\(comment)]".utf8))
    }
  }

  private func first<API: ConversationAPI>(_ api: API, _ stub: StubTransport) async throws -> [Int] {
    let comments = ForgeRepository(api: api, service: NetworkService(stub)).pullRequest(7).comments
    #expect(await stub.requests.isEmpty)
    for try await page in comments.pages() {
      #expect(await stub.requests.count == 1)
      return page.map(\.id)
    }
    return []
  }

  @Test func `a list is read page by page, and not before the loop`() async throws {
    let stub = comments()
    #expect(try await first(gitHub(), stub) == [1])
    #expect(await stub.requests.map(\.head.path) == ["/repos/acme/shapes/issues/7/comments?per_page=100"])
    #expect(try await first(gitLab(), comments()) == [1])
    let all = ForgeRepository(api: try gitHub(), service: NetworkService(comments())).pullRequest(7).comments
    #expect(try await all.elements().map(\.id) == [1, 2])
  }

  private func failure<Model>(_ relation: Relation<Model>) async -> ForgeError? {
    do {
      _ = try await relation.load()
      return nil
    } catch {
      return error
    }
  }

  private func repository<API: ForgeAPI>(
    _ api: API, answering status: HTTPResponse.Status
  ) -> ForgeRepository<API> {
    ForgeRepository(api: api, service: NetworkService(StubTransport { _ in TransportResponse(status: status) }))
  }

  @Test func `errors name what was read, in the words of the forge`() async throws {
    let github = repository(try gitHub(), answering: .forbidden)
    #expect(
      await failure(github.pullRequest(7).comments)?.message
        == "cannot read the comments of pull request #7 of acme/shapes")
    #expect(
      await failure(github.pullRequest(7).reviews)?.message
        == "cannot read the reviews of pull request #7 of acme/shapes")
    #expect(await failure(github.branch("main"))?.message == "cannot read the branch main of acme/shapes")
    let gitlab = repository(try gitLab(), answering: .forbidden)
    #expect(
      await failure(gitlab.pullRequest(7).comments)?.message
        == "cannot read the comments of merge request !7 of acme/tools/shapes")
    await #expect(throws: ForgeError.self) { try await gitlab.pullRequest(7).comments.elements() }
  }

  @Test(arguments: [404, 409, 410])
  func `what does not exist is nil where the caller expects that`(status: Int) async throws {
    let repository = repository(try gitea(), answering: .init(code: status))
    #expect(try await repository.branch("main").loadIfPresent() == nil)
    #expect(await failure(repository.branch("main")) != nil)
  }

  @Test func `another failure is an error there as well`() async throws {
    let repository = repository(try gitea(), answering: .forbidden)
    await #expect(throws: ForgeError.self) { try await repository.branch("main").loadIfPresent() }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
public import ResourceLoading

public struct PullRequest: Decodable, Hashable, Sendable {
  public let number: Int
  public let title: String
}

/// The pull requests of a repository on GitHub, for a script without `async`.
public struct Repository {
  struct OpenPullRequests: HTTPResource, JSONResource {
    typealias Model = [PullRequest]
    let repository: HTTPAddress
    var request: HTTPRequest { HTTPRequest(at: repository.appending("pulls", query: ["state": "open"])) }
  }

  struct NewComment: HTTPResource, StatusResource {
    let pullRequest: HTTPAddress
    let text: String
    var request: HTTPRequest { HTTPRequest(.post, at: pullRequest.appending("comments")) }
    var body: RequestBody { get throws { .bytes(try JSONEncoder().encode(["body": text])) } }
  }

  let address: HTTPAddress
  let service: BlockingService

  public init(_ owner: String, _ name: String, on server: HTTPAddress, _ service: some ResourceService) {
    address = server.appending("repos", owner, name)
    self.service = BlockingService(service)
  }

  public func openPullRequests() throws(LoadingError) -> [PullRequest] {
    try service.load(OpenPullRequests(repository: address))
  }

  public func comment(_ text: String, on number: Int) throws(LoadingError) {
    try service.load(NewComment(pullRequest: address.appending("issues", "\(number)"), text: text))
  }
}

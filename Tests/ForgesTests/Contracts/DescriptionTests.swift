// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import Testing

@testable import Forges

/// Compares all requests with the forges' own descriptions of their APIs.
@Suite(
  .enabled(
    if: APIDescription.folder != nil,
    "REVIEWBOT_API_DESCRIPTIONS is not set to the folder of the forges' descriptions of their APIs"))
struct DescriptionTests {
  @Test func `every call to GitHub matches GitHub's API description`() throws {
    let description = try APIDescription(file: "github-openapi.trimmed.json")
    for contract in try GitHubContracts.cases() {
      guard let operation = try operation(of: contract, in: [description]) else { continue }
      if let response = contract.response {
        try check(response, contract, operation)
        continue
      }
      for example in operation.responseExamples { contract.expectReadable(example, "\(contract.name), example") }
      try checkSamples(contract, operation, [true, false])
    }
  }

  @Test func `every call to Gitea matches Gitea's API description`() throws {
    let description = try APIDescription(file: "gitea-swagger.trimmed.json")
    for contract in try GiteaContracts.cases() {
      guard let operation = try operation(of: contract, in: [description]) else { continue }
      // The description has no required properties in responses.
      try checkSamples(contract, operation, [false])
    }
  }

  @Test func `every call to GitLab matches GitLab's API description`() throws {
    let descriptions = [
      try APIDescription(file: "gitlab-openapi.trimmed.json"),
      try APIDescription(file: "gitlab-notes.supplement.json"),
      try APIDescription.gitLabMembers(),
    ]
    for contract in try GitLabContracts.cases() {
      guard let operation = try operation(of: contract, in: descriptions) else { continue }
      if let response = contract.response {
        try check(response, contract, operation, isLenient: true)
      } else {
        contract.expectReadableEmpty()
      }
    }
  }

  @Test func `a request that does not match the API description is detected`() throws {
    let description = try APIDescription(file: "github-openapi.trimmed.json")
    #expect(description.operation("GET", "/repos/a/b/pulls/7/fles") == nil)
    #expect(description.operation("PUT", "/repos/a/b/issues/7/comments") == nil)
    let operation = try #require(description.operation("POST", "/repos/a/b/statuses/\(try sampleCommit().hex)"))
    let head = HTTPRequest(
      method: .post, scheme: "https", authority: "api.github.com", path: "/repos/a/b/statuses/c?page=1",
      headerFields: [.contentType: "application/json"])
    let body = Data(#"{"state": "perfect", "contxt": "reviewbot"}"#.utf8)
    let problems = try RequestCheck(operation: operation).problems(TransportRequest(head, body: .bytes(body)))
    #expect(
      problems == [
        "the query's page is unknown", "body.contxt is unknown",
        #"body.state is string("perfect"), not one of ["error", "failure", "pending", "success"]"#,
      ])
  }

  private func operation(of contract: ContractCase, in descriptions: [APIDescription]) throws -> APIOperation? {
    let request = contract.request
    let found = descriptions.lazy.compactMap { $0.operation(request.head.method.rawValue, contract.path) }.first
    guard let found else {
      Issue.record("\(contract.name) is not described")
      return nil
    }
    #expect(try RequestCheck(operation: found).problems(request) == [], "\(contract.name)")
    return found
  }

  private func checkSamples(_ contract: ContractCase, _ operation: APIOperation, _ minimal: [Bool]) throws {
    guard let schema = operation.responseSchema else {
      contract.expectReadableEmpty()
      return
    }
    for isMinimal in minimal {
      let sample = SchemaSample(description: operation.description, isMinimal: isMinimal).value(schema)
      contract.expectReadable(sample, "\(contract.name), \(isMinimal ? "least" : "most")")
    }
  }

  private func check(
    _ response: String, _ contract: ContractCase, _ operation: APIOperation, isLenient: Bool = false
  ) throws {
    let json = try JSONValue.parse(Data(response.utf8))
    let schema = try #require(operation.responseSchema, "\(contract.name) has no described answer")
    var check = SchemaCheck(description: operation.description)
    check.isLenient = isLenient
    check.allowsNull = isLenient
    #expect(check.problems(json, schema) == [], "\(contract.name)")
    contract.expectReadable(json, contract.name)
  }
}

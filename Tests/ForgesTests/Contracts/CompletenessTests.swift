// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import Testing

@testable import Forges

struct CompletenessTests {
  /// Calls that the descriptions at hand leave out: lists of repositories. Tests with a stand-in pin them down.
  private static let undescribed: Set = [
    "GET /orgs/{org}/repos", "GET /user/repos", "GET /users/{username}/repos", "GET /groups/{id}/projects",
    "GET /users/{user_id}/projects",
  ]

  /// A call in the sources, with the request that its documentation states.
  private struct Call: Hashable, CustomStringConvertible {
    let folder: String
    let description: String

    func isRequest(of contract: ContractCase) -> Bool {
      let template = description.split(separator: " ")
      // The name of a branch has slashes.
      let pattern = template[1].replacing("{ref}", with: ".+").replacing(/\{\w+\}/, with: "[^/]+")
      return contract.request.head.method.rawValue == template[0]
        && contract.path.range(of: "^(/api/v[0-9])?\(pattern)$", options: .regularExpression) != nil
    }
  }

  private static let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/Forges")
    .standardizedFileURL

  /// The documented calls, and the names of functions that make calls without such documentation.
  private static func calls() throws -> (documented: Set<Call>, undocumented: [String]) {
    var documented: Set<Call> = []
    var undocumented: [String] = []
    for folder in ["GitHub", "GitLab", "Gitea", "OwnerAndName"] {
      let files = try FileManager.default.contentsOfDirectory(
        at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
      for file in files {
        let text = try String(contentsOf: file, encoding: .utf8)
        let requests = text.matches(of: /(?m)^ *\/\/\/ `([A-Z]+ \/[^ `]+)`/)
        documented.formUnion(requests.map { Call(folder: folder, description: String($0.1)) })
        let functions = text.matches(
          of: /(?m)^( *\/\/\/.*\n)? *func (\w+)\([^{]*-> ForgeCall<.+> \{[^{}]*\b(call|list|page|deletion|request)\(/)
        undocumented += functions.filter { !($0.1 ?? "").contains("///") }.map { String($0.2) }
      }
    }
    return (documented, undocumented)
  }

  @Test func `every call to a forge has a contract`() throws {
    let contracts = [
      "GitHub": try GitHubContracts.cases(), "GitLab": try GitLabContracts.cases(),
      "Gitea": try GiteaContracts.cases(),
    ]
    let (documented, undocumented) = try Self.calls()
    #expect(documented.count > 40)
    // One function makes the call of three others.
    #expect(undocumented == ["repositories"])
    for call in documented where !Self.undescribed.contains(call.description) {
      // Calls that GitHub and Gitea share have contracts for both.
      for forge in call.folder == "OwnerAndName" ? ["GitHub", "Gitea"] : [call.folder] {
        #expect(contracts[forge]?.contains(where: call.isRequest) == true, "\(forge): \(call.description)")
      }
    }
    for (forge, cases) in contracts {
      for contract in cases {
        let folders = forge == "GitLab" ? [forge] : [forge, "OwnerAndName"]
        let isDocumented = documented.contains { folders.contains($0.folder) && $0.isRequest(of: contract) }
        #expect(isDocumented, "\(forge): \(contract.name)")
      }
    }
    #expect(Self.undescribed.isSubset(of: documented.map(\.description)))
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import Testing

/// A delivery about a forged comment, signed with the secret of the webhook.
struct ForgedComment {
  let id: String
  let comment: Int
  let text: String
  let author: String

  /// - Returns: the status of the response.
  func send(_ kind: ForgeKind, to served: ServedProgram, by transport: any HTTPTransport) async throws -> Int {
    let body = try JSONSerialization.data(withJSONObject: kind == .gitlab ? note : issueComment)
    var request = HTTPRequest(.post, at: try #require(HTTPAddress(served.webhookURL(kind))))
    let code = HMAC<SHA256>.authenticationCode(
      for: body, using: SymmetricKey(data: Data(ServiceDirectory.webhookSecret.utf8)))
    let signature = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let fields =
      switch kind {
      case .github:
        ["X-GitHub-Event": "issue_comment", "X-GitHub-Delivery": id, "X-Hub-Signature-256": "sha256=\(signature)"]
      case .gitlab:
        ["X-Gitlab-Event": "Note Hook", "Idempotency-Key": id, "X-Gitlab-Token": ServiceDirectory.webhookSecret]
      default: ["X-Gitea-Event": "issue_comment", "X-Gitea-Delivery": id, "X-Gitea-Signature": signature]
      }
    for (name, value) in fields.merging(["Content-Type": "application/json"], uniquingKeysWith: { $1 }) {
      guard let name = HTTPField.Name(name) else { continue }
      request.headerFields[name] = value
    }
    let response = try await transport.send(TransportRequest(request, body: .bytes(body)))
    _ = response.body
    return response.head.status.code
  }

  private var issueComment: [String: Any] {
    [
      "action": "created", "is_pull": true, "issue": ["number": 1, "pull_request": ["url": "x"]],
      "comment": ["id": comment, "body": text, "user": ["login": author]],
      "repository": ["full_name": "acme/tiny"],
    ]
  }

  private var note: [String: Any] {
    [
      "user": ["id": 1, "username": author], "project": ["path_with_namespace": "acme/tiny"],
      "merge_request": ["iid": 1],
      "object_attributes": [
        "action": "create", "author_id": 1, "id": comment, "note": text, "noteable_type": "MergeRequest",
      ],
    ]
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The state of the built-in forge in the format for tests.
extension ForgeState {
  var json: JSON {
    [
      "repos": .object(repositories.mapValues(\.json)),
      "pending_hooks": .integer(deliveries.count { !$0.hasBegun }), "server_faults": [],
    ]
  }
}

extension RepositoryRecord {
  fileprivate var json: JSON {
    [
      "id": .integer(id), "private": .bool(isPrivate),
      "pulls": .object(Dictionary(uniqueKeysWithValues: pulls.map { ("\($0)", $1.json) })),
      "comments": .list(comments.map(\.json)), "statuses": .list(statuses.map(\.json)),
      "check_runs": .list(checkRuns.map(\.json)),
    ]
  }
}

extension PullRecord {
  fileprivate var json: JSON {
    [
      "number": .integer(number), "state": .text(state), "merged": .bool(isMerged), "draft": .bool(isDraft),
      "user": .text(user), "head_ref": .text(headBranch), "head_sha": .text(headCommit),
      "head_repo": .text(headRepository), "base_ref": .text(baseBranch), "base_sha": .text(baseCommit),
    ]
  }
}

extension CommentRecord {
  fileprivate var json: JSON {
    [
      "id": .integer(id), "number": .integer(number), "user": .text(user), "body": .text(body),
      "history": .list(history.map { .text($0) }),
    ]
  }
}

extension StatusRecord {
  fileprivate var json: JSON {
    [
      "id": .integer(id), "sha": .text(commit), "state": .text(state), "context": .text(context),
      "description": JSON(description), "target_url": JSON(target),
    ]
  }
}

extension CheckRunRecord {
  fileprivate var json: JSON {
    [
      "id": .integer(id), "name": .text(name), "head_sha": .text(commit), "external_id": JSON(externalID),
      "status": .text(status), "conclusion": JSON(conclusion), "annotations": .list(annotations),
    ]
  }
}

extension ForgeJournalEntry {
  var json: JSON {
    [
      "n": .integer(number), "method": .text(method), "path": .text(path), "forge": .text(forge),
      "op": JSON(operation), "body": .text(body), "login": JSON(login), "status": status.map { .integer($0) } ?? .null,
    ]
  }
}

extension ForgeDelivery {
  var json: JSON {
    [
      "guid": .text(guid), "event": .text(event), "action": JSON(action), "payload": .text(payload),
      "code": code.map { .integer($0) } ?? .null,
      "rheaders": answerFields.map { .object($0.mapValues { .text($0) }) } ?? .null,
    ]
  }
}

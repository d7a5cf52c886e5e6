// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import JobQueue
import ReviewContract

/// Returns equal commits for equal numbers.
func commit(_ number: Int) -> CommitID {
  let digits = String(number, radix: 16)
  guard let id = CommitID(String(repeating: "a", count: 40 - digits.count) + digits) else {
    preconditionFailure("a commit id of 40 digits")
  }
  return id
}

func reference(_ number: Int = 1) -> PullRequestReference {
  PullRequestReference(repository: SimpleForge.repository, number: number)
}

func pull(
  _ number: Int = 1, head: Int, state: PullRequest.State = .open, author: String? = "ada", isDraft: Bool = false,
  isFromFork: Bool = false
) -> PullRequest {
  PullRequest(
    repository: Repository(
      forge: .github, name: SimpleForge.repository.name, cloneURL: "https://example.com/acme/shapes.git"),
    number: number, title: "", author: author, url: nil, state: state, isDraft: isDraft, head: commit(head),
    headRef: "refs/pull/\(number)/head", baseBranch: "main", isFromFork: isFromFork)
}

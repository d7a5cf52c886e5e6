// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import ReviewContract
import Rules
import WorkerProtocol

extension ProposedChange {
  /// The known properties of the pull request of a review. A plain git repository has no titles, labels and authors.
  init(_ job: WorkerCall.Request) {
    let workspace = job.workspace
    let files = ContainedDirectory(workspace.root)
    let old = workspace.oldFiles
    // A file that cannot be read is noted by the rules about code.
    let isKnown = old != nil || !workspace.changes.files.contains(where: OldFiles.includes)
    let newText = { @Sendable (path: String) -> [UInt8]? in try? files.bytes(at: path, limit: OldFiles.maximumBytes) }
    let size = { @Sendable (path: String) -> Int? in files.status(of: path)?.size }
    let oldText = { @Sendable (file: ChangedFile) -> [UInt8]? in old?.bytes(of: file) }
    self.init(workspace.changes, newText: newText, size: size, oldText: isKnown ? oldText : nil)
    commits = workspace.commits
    targetBranch = job.pullRequest.baseBranch
    guard job.pullRequest.repository.forge != .local else { return }
    title = job.pullRequest.title
    body = job.pullRequest.body
    labels = job.pullRequest.labels
    author = job.pullRequest.author
    isDraft = job.pullRequest.isDraft
  }
}

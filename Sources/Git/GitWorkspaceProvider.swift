// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewContract
import SystemPackage

/// Keeps one bare mirror for each repository, fetches new commits into it, and checks them out.
///
/// One call at a time; providers of one repository in several processes take turns with fetching.
actor GitWorkspaceProvider: WorkspaceProvider {
  private static let configurationName = ".reviewbot.yml"
  private static let mistakenName = ".reviewbot.yaml"
  private static let largestConfiguration = 64 << 10

  private let settings: GitWorkspaceSettings
  private let executor = BlockingExecutor(label: "reviewbot.git-workspace")

  init(_ settings: GitWorkspaceSettings) {
    self.settings = settings
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func checkOut(
    _ pullRequest: PullRequest, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> Workspace {
    try GitLibrary.start(certificates: settings.certificates, system: SystemCertificates.file)
    let address = try CloneAddress(pullRequest.repository.cloneURL)
    try address.checkAccess(settings.ssh)
    try address.checkFolder(environment: settings.environment)
    let interruption = Interruption(after: settings.limits.time)
    let name = try MirrorName.name(for: pullRequest.repository, at: address)
    let store = MirrorStore(folder: settings.mirrors, limits: settings.limits)
    try Directories.make(settings.mirrors)
    // From here to the end the mirror cannot be removed.
    let use = try MirrorLock(store.useLock(name), .shared, interruption: interruption, progress: progress)
    defer { withExtendedLifetime(use) {} }
    use.touch()
    try store.makeRoom(keeping: name, progress: progress)
    try store.requireFreeSpace()
    let wasThere = Directories.exists(store.path(name))
    do {
      return try checkOut(
        pullRequest, from: address, by: name, in: store, interruption: interruption, progress: progress)
    } catch let error where error.code == .damaged && wasThere {
      progress(.detail("the mirror is damaged; creating it again: \(error.underlying ?? error.message)"))
      return try checkOut(
        pullRequest, from: address, by: name, in: store, isNew: true, interruption: interruption, progress: progress)
    }
  }

  private func checkOut(
    _ pullRequest: PullRequest, from address: CloneAddress, by name: String, in store: MirrorStore,
    isNew: Bool = false, interruption: Interruption, progress: @escaping ProgressHandler
  ) throws(WorkspaceError) -> Workspace {
    let lock = try MirrorLock(store.fetchLock(name), interruption: interruption, progress: progress)
    let isFirst = isNew || !Directories.exists(store.path(name))
    var mirror = try openMirror(at: store.path(name), isNew: isNew, progress: progress)
    var depth = firstDepth(isNewMirror: isFirst, mirror, address, progress)
    var fetched: GitRepository.FetchedCommits
    repeat {
      // A new one for each connection, which is limited in its bytes and in its attempts to log in.
      let context = CallbackContext(
        TransferContext(
          address: address, credential: settings.credential, ssh: settings.ssh,
          byteLimit: settings.limits.fetchedBytes, interruption: interruption, progress: progress))
      fetched = try mirror.fetch(pullRequest, over: context, depth: depth)
      // The library keeps commits whose parents were missing.
      if depth != .all { mirror = try GitRepository(at: store.path(name)) }
      guard try !mirror.knowsCommits(fetched) else { break }
      guard let next = depth.next else {
        throw WorkspaceError(.damaged, "cannot fetch the history of \(address.url)", underlying: "a part is missing")
      }
      depth = next
      progress(.detail("fetching more commits, until the merge base"))
    } while true
    // Objects are never removed from a mirror in use, so the following steps need no lock for fetching.
    _ = consume lock
    try store.makeRoom(keeping: name, progress: progress)
    return try workspace(for: pullRequest, fetched, in: mirror, interruption: interruption, progress: progress)
  }

  /// The depth of the first fetch. A complete mirror stays complete, and another one becomes so at its next use, because
  /// another process could read the commits that a depth would hide.
  private func firstDepth(
    isNewMirror: Bool, _ mirror: borrowing GitRepository, _ address: CloneAddress, _ progress: ProgressHandler
  ) -> FetchDepth {
    guard GitVersion.fetchesParts else {
      if settings.depth != nil {
        progress(
          .detail("REVIEWBOT_FETCH_DEPTH has no effect: libgit2 \(GitVersion.text) fetches the whole history; use 1.7"))
      }
      return .all
    }
    // A folder of this host is read without a server, which would select the commits.
    guard address.origin != nil else { return .all }
    let wanted = isNewMirror ? settings.depth : nil
    return .first(wanted, isWhole: wanted == nil && !mirror.isShallow)
  }

  private func openMirror(
    at path: FilePath, isNew: Bool, progress: ProgressHandler
  ) throws(WorkspaceError) -> GitRepository {
    if isNew { try Directories.remove(path) }
    if Directories.exists(path) {
      let leftovers = try MirrorRepair.removeLeftovers(in: path)
      let shown = leftovers.prefix(3).joined(separator: ", ")
      let more = leftovers.count > 3 ? " and \(leftovers.count - 3) more" : ""
      if !leftovers.isEmpty { progress(.detail("removed files of an interrupted run: \(shown)\(more)")) }
      return try GitRepository(at: path)
    }
    let mirror = try GitRepository(makingBareAt: path)
    // Names that only the file systems of other operating systems confuse with `.git`.
    try mirror.configure("core.protectHFS", true)
    try mirror.configure("core.protectNTFS", true)
    return mirror
  }

  private func workspace(
    for pullRequest: PullRequest, _ fetched: GitRepository.FetchedCommits, in mirror: borrowing GitRepository,
    interruption: Interruption, progress: @escaping ProgressHandler
  ) throws(WorkspaceError) -> Workspace {
    var notes: [String] = []
    if let announced = pullRequest.head, announced != fetched.head {
      notes.append("the head moved from \(announced.short) to \(fetched.head.short) before it was fetched")
    }
    guard let mergeBase = try mirror.mergeBase(of: fetched.base, and: fetched.head) else {
      throw WorkspaceError(
        .noMergeBase, "the head \(fetched.head.short) and the base \(fetched.base.short) have no commit in common",
        remedy: "check the base branch, or rebase the pull request on it")
    }
    if mergeBase.candidateCount > 1 {
      notes.append(
        "head and base have \(mergeBase.candidateCount) merge bases; compared with \(mergeBase.id.short)")
    }
    // Before any other step reads the tree: comparing one that stands for billions of files would never end.
    let surveyed = try mirror.survey(
      fetched.head, limits: settings.limits, longestPath: settings.longestPath, interruption: interruption)
    let compared = try mirror.markingGenerated(
      in: try mirror.changes(
        from: mergeBase.id, to: fetched.head, longestPath: settings.longestPath, interruption: interruption),
      interruption: interruption)
    let changes = try mirror.markingOldLines(in: compared, interruption: interruption)
    let sources = settings.readsSources ? try mirror.sources(of: compared, interruption: interruption) : nil
    let baseConfiguration = try configuration(at: fetched.base, of: "base", in: mirror, notes: &notes)
    let headConfiguration = try configuration(at: fetched.head, of: "head", in: mirror, notes: &notes)
    // A note about its size would be about a file that neither the base nor the change has.
    var otherNotes: [String] = []
    let mergeBaseConfiguration = try configuration(
      at: mergeBase.id, of: "merge base", in: mirror, notes: &otherNotes)
    let lintFiles = try LintFiles(of: fetched.base, configuration: baseConfiguration, in: mirror)
    notes += lintFiles.notes
    if case .text(let attributes) = try mirror.smallFile(
      named: ".gitattributes", at: fetched.head, limit: Self.largestConfiguration), attributes.contains("filter=lfs")
    {
      notes.append("files in Git LFS are not fetched: the workspace contains their pointer files")
    }
    let subject = try mirror.subject(of: fetched.head)
    let commits = try mirror.proposedCommits(from: mergeBase.id, to: fetched.head)
    let merger = HeadMerger(
      limits: settings.limits, longestPath: settings.longestPath, interruption: interruption, progress: progress)
    let (plan, omittedByMerge) = try merger.plan(fetched, mergeBase: mergeBase, in: mirror)
    notes += HeadMerger.notes(on: plan)
    try interruption.check()
    let root = try Directories.makeNew(
      in: settings.workspaces, prefix: "pull-\(pullRequest.number)-\(fetched.head.short)")
    let merge: MergeResult
    let baseRoot: FilePath?
    let oldFolder = FilePath(root.string + ".old")
    let listing = FilePath(root.string + ".commit").appending("files")
    let oldFiles: OldFiles?
    do {
      oldFiles = try mirror.writeOldFiles(compared, into: oldFolder)
      try mirror.checkOut(
        fetched.head, surveyed: surveyed, longestPath: settings.longestPath, into: root,
        listing: listing, progress: progress)
      merge = try merger.carryOut(plan, beside: root, from: mirror)
      baseRoot = try checkOutBase(
        fetched.base, beside: root, from: mirror, interruption: interruption, progress: progress)
    } catch {
      // The original error is more useful than one about the cleanup after it.
      try? Directories.remove(root)
      try? Directories.remove(oldFolder)
      try? Directories.remove(listing.parent)
      throw error
    }
    return Workspace(
      root: root, head: fetched.head, base: fetched.base, baseBranch: BranchNames.short(fetched.baseRef),
      mergeBase: mergeBase.id, changes: changes,
      merge: merge, headSubject: subject, commits: commits, oldFiles: oldFiles, baseConfiguration: baseConfiguration,
      mergeBaseConfiguration: mergeBaseConfiguration, headConfiguration: headConfiguration,
      baseLintFiles: lintFiles.configurations,
      baseRoot: baseRoot, omitted: compared.omitted.union(surveyed.omitted).union(omittedByMerge), notes: notes,
      sources: sources, listing: listing)
  }

  private func checkOutBase(
    _ base: CommitID, beside root: FilePath, from mirror: borrowing GitRepository, interruption: Interruption,
    progress: @escaping ProgressHandler
  ) throws(WorkspaceError) -> FilePath? {
    guard settings.checksOutBase else { return nil }
    let surveyed = try mirror.survey(
      base, named: "the base's tree", limits: settings.limits, longestPath: settings.longestPath,
      interruption: interruption)
    let folder = FilePath(root.string + ".base")
    try Directories.makeNew(folder)
    try mirror.checkOut(
      base, surveyed: surveyed, longestPath: settings.longestPath, into: folder, progress: progress)
    return folder
  }

  private func configuration(
    at commit: CommitID, of side: String, in mirror: borrowing GitRepository, notes: inout [String]
  ) throws(WorkspaceError) -> String? {
    switch try mirror.smallFile(
      named: Self.configurationName, at: commit, limit: Self.largestConfiguration)
    {
    case .missing:
      if case .text = try mirror.smallFile(named: Self.mistakenName, at: commit, limit: Self.largestConfiguration) {
        notes.append("\(Self.mistakenName) of the \(side) is ignored: rename it to \(Self.configurationName)")
      }
      return nil
    case .text(let text): return text
    case .refused(let reason):
      notes.append("\(Self.configurationName) of the \(side) \(reason) and is ignored")
      return nil
    }
  }
}

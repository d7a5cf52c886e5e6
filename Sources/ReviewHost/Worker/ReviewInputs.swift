// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Isolation
import KeyedStore
import ReviewContract
import SystemPackage
import WorkerProtocol

/// What the result of a worker depends on.
struct ReviewInputs: Encodable {
  let builds: BuildInputs
  let pullRequest: PullRequest
  let head: CommitID
  /// Notes of the host for the report.
  let notes: [String]

  /// `nil` for a review without a toolchain.
  var key: DigestKey? { builds.toolchain.isEmpty ? nil : DigestKey(of: self) }
}

/// What the builds and tests of a pull request depend on, if no document of the repository is an input of them.
struct BuildInputs: Encodable {
  /// This build of the program.
  var program = RunningExecutable.build
  let toolchain: String
  let repository: Repository
  let number: Int
  /// The files of the head; `nil` if they are not known.
  let files: CommittedFiles?
  let base: CommitID
  let mergeBase: CommitID
  let configuration: ReviewConfiguration
  let usesOperatorConfiguration: Bool
  let sandbox: SandboxLevel
  let image: String?
  let worker: WorkerOptions
  /// The variables that the code under review can see.
  let environment: [String: String]
  let rewrites: [String]
  let measuresProject: Bool

  /// `nil` for a review without a toolchain or of no pull request, or if the files are not known.
  var key: DigestKey? { toolchain.isEmpty || number == 0 || files == nil ? nil : DigestKey(of: self) }
}

/// The files of a commit. Encoded as the digest of the files that are not documents.
struct CommittedFiles: Encodable {
  /// Of the paths, kinds and blobs of all files that are not documents.
  let digest: String
  /// The ids of the blobs of the documents, by path.
  let documents: [String: String]

  /// - Parameter listing: the ``CommitListing``.
  /// - Returns: `nil` if it cannot be read.
  init?(_ listing: FilePath) {
    guard let files = try? CommitListing.read(listing) else { return nil }
    var (documents, others) = ([String: String](), [String]())
    for file in files {
      if file.kind == .file, DocumentName.matches(file.path) {
        documents[file.path] = file.blob
      } else {
        others.append("\(file.kind.rawValue) \(file.blob) \(file.path)")
      }
    }
    self.init(digest: Fingerprint.name(of: others.sorted().joined(separator: "\u{0}")), documents: documents)
  }

  init(digest: String, documents: [String: String]) {
    self.digest = digest
    self.documents = documents
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(digest)
  }
}

extension DigestKey {
  fileprivate init?(of inputs: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(inputs) else { return nil }
    self.init(Fingerprint.name(of: Array(data)))
  }
}

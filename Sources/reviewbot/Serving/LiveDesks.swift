// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewServer

/// The repositories of the operator's forges.
struct LiveRepositoryClients: RepositoryClients {
  let forges: [DaemonForge]
  let parts: LiveParts

  var named: [RepositoryReference] {
    forges.flatMap { forge in forge.named.map { RepositoryReference(forge: forge.name, name: $0) } }
  }

  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? { try liveClient(for: repository) }

  func liveClient(for repository: RepositoryReference) throws -> LiveRepositoryClient? {
    guard let forge = forges.first(where: { $0.name == repository.forge }), forge.serves(repository.name) else {
      return nil
    }
    let target = ReviewTarget(
      forge: forge.kind, name: repository.name, cloneURL: nil, apiURL: forge.apiURL, number: 0)
    let credential = try forge.credential()
    let live = try parts.forge(target, base: nil, serverURL: forge.webURL, credential: credential)
    guard let inspector = live.inspector else { return nil }
    return LiveRepositoryClient(forge: forge, live: live, inspector: inspector, secret: credential.secret)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
package import ReviewContract
package import SystemPackage

/// Reads remotes and configuration files.
extension LocalChangeSource: CheckoutInspector {
  package func originURL(around folder: FilePath) async throws(WorkspaceError) -> String? {
    try GitLibrary.start()
    let repository = try GitRepository(around: folder, environment: environment)
    return try repository.handle.withPointer { pointer throws(WorkspaceError) in
      var remote: OpaquePointer?
      let code = git_remote_lookup(&remote, pointer, "origin")
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try check(code, "read the remote origin")
      defer { git_remote_free(remote) }
      return git_remote_url(remote).map { String(cString: $0) }
    }
  }

  package func rewrites(in files: [FilePath]) async -> [URLRewrite] {
    // A configuration file that cannot be read rewrites nothing; git itself would report it to its user.
    files.flatMap { (try? rewrites(in: $0)) ?? [] }
  }

  private func rewrites(in file: FilePath) throws(WorkspaceError) -> [URLRewrite] {
    try GitLibrary.start()
    guard Directories.exists(file) else { return [] }
    let task = "read \(file)"
    let found = CallbackContext<[URLRewrite]>([])
    try withObject(task, git_config_free, from: { git_config_open_ondisk($0, file.string) }) {
      pointer throws(WorkspaceError) in
      let code = found.withPayload { payload in
        git_config_foreach_match(
          pointer, #"^url\..*\.insteadof$"#,
          { entry, payload in
            guard let name = entry?.pointee.name, let value = entry?.pointee.value else { return 0 }
            let target = String(cString: name).dropFirst("url.".count).dropLast(".insteadof".count)
            CallbackContext<[URLRewrite]>.from(payload).value.append(
              URLRewrite(from: String(cString: value), to: String(target)))
            return 0
          }, payload)
      }
      try check(code, task)
    }
    return found.value
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// A right that reviews of a repository need, and the result of checking it without a write.
package struct RightCheck: Hashable, Sendable {
  package enum Outcome: Hashable, Sendable {
    case proven
    /// Carries the reason.
    case refuted(String)
    /// The forge did not answer, or limits the rate of requests. Carries the reason.
    case unanswered(String)
    /// Only a write could prove it. Carries the known facts.
    case unprovable(String)
  }

  /// Such as `write statuses`.
  package let right: String
  package let outcome: Outcome

  package init(_ right: String, _ outcome: Outcome) {
    self.right = right
    self.outcome = outcome
  }
}

extension RightCheck.Outcome {
  /// The outcome of a read that failed.
  fileprivate static func failed(_ error: ForgeError) -> RightCheck.Outcome {
    error.isTransient ? .unanswered("\(error)") : .refuted("\(error)")
  }
}

/// Checks the rights of a credential in a repository. Writes nothing.
struct RightsReader<API: SupportedForge>: Sendable {
  let client: ForgeClient<API>

  /// Checks the rights. The check ends after the first one if the repository cannot be read.
  func check() async -> [RightCheck] {
    let inspector = ForgeInspector(client: client)
    var checks: [RightCheck] = []
    let branch: String?
    do {
      branch = try await inspector.defaultBranch()
      checks.append(RightCheck("read the repository", .proven))
    } catch {
      return [RightCheck("read the repository", .failed(error))]
    }
    checks.append(
      await reading("read pull requests") { () async throws(ForgeError) in _ = try await inspector.openPullRequests() })
    if let branch {
      checks.append(
        await reading("read contents") { () async throws(ForgeError) in _ = try await inspector.branchTip(branch) })
    }
    return checks + (await writing(inspector))
  }

  private func reading(_ right: String, _ read: () async throws(ForgeError) -> Void) async -> RightCheck {
    do {
      try await read()
      return RightCheck(right, .proven)
    } catch {
      return RightCheck(right, .failed(error))
    }
  }

  private func writing(_ inspector: ForgeInspector<API>) async -> [RightCheck] {
    if let tokens = client.tokens { return await ofApp(tokens) }
    let rights = ["write comments", "write statuses"]
    let login: String
    do {
      login = try await client.repository().currentUser().load().login
    } catch {
      return rights.map { RightCheck($0, error.isTransient ? .failed(error) : .unprovable("\(error)")) }
    }
    var permission = Permission.none
    let known = await reading("read the permissions of accounts") { () async throws(ForgeError) in
      permission = try await inspector.permission(of: login)
    }
    guard known.outcome == .proven else {
      return [known] + rights.map { RightCheck($0, .unprovable("the permission of the account is not known")) }
    }
    return [known]
      + rights.map { right in
        permission >= .write
          ? RightCheck(right, .unprovable("\(login) has write permission; the token may have less"))
          : RightCheck(right, .refuted("\(login) has no write permission for \(client.api.repository)"))
      }
  }

  /// Checks an app's rights: GitHub reports the permissions of an installation.
  private func ofApp(_ tokens: InstallationTokens) async -> [RightCheck] {
    let wanted = [
      ("write comments", "pull_requests"), ("write statuses", "statuses"), ("write check runs", "checks"),
    ]
    do {
      let granted = try await tokens.permissions()
      return wanted.map { right, name in
        let level = granted[name] ?? "none"
        return ["write", "admin"].contains(level)
          ? RightCheck(right, .proven)
          : RightCheck(right, .refuted("the app's permission \(name) is \(level); grant write"))
      }
    } catch {
      return wanted.map { RightCheck($0.0, error.isTransient ? .failed(error) : .unprovable("\(error)")) }
    }
  }
}

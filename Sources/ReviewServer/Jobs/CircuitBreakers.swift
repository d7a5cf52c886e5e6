// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract

/// Prevents the start of jobs that need an unavailable forge, so that they do not fail one after another.
///
/// A circuit opens for a whole forge when it cannot be reached or rejects the credential, and for one repository when
/// the credential lacks a permission there. It stays open until the job that opened it is due again; then one job is
/// the probe, which closes it or opens it for longer.
final class CircuitBreakers: Sendable {
  enum Scope: Hashable, Sendable {
    case forge(String)
    case repository(RepositoryReference)

    func covers(_ repository: RepositoryReference) -> Bool {
      switch self {
      case .forge(let name): name == repository.forge
      case .repository(let reference): reference == repository
      }
    }
  }

  private struct Circuit {
    var failures = 0
    /// `nil` while it is closed.
    var openUntil: Timestamp?
    var isProbed = false
  }

  /// One failure can be a broken connection, which need not affect the next request.
  private static let failuresOfForge = 2

  private let circuits = Locked<[Scope: Circuit]>([:])
  /// The forges whose credential was rejected or could not be read, when it was used last.
  private let rejections = Locked<[String: ForgeError.Code]>([:])

  /// Notes the outcome of a request with a forge's credential.
  ///
  /// - Parameter error: `nil` if the forge accepted it.
  func note(_ error: (any Error)?, of forge: String) {
    guard let error else { return rejections.withLock { _ = $0.removeValue(forKey: forge) } }
    guard let code = (error as? ForgeError)?.code, code == .badToken || code == .misconfigured else { return }
    rejections.withLock { $0[forge] = code }
  }

  /// The problems of the forges' credentials, for operators, one phrase each.
  var credentialNotes: [String] {
    rejections.withLock { $0 }.sorted { $0.key < $1.key }.map { forge, code in
      code == .badToken
        ? "the forge \(forge) rejects the credential; replace the token or the app's key"
        : "the credential of the forge \(forge) cannot be read; check the owner and the mode of its file"
    }
  }

  /// Excludes the forges and repositories with an open circuit from a claim.
  func exclude(from scope: inout ClaimScope, at now: Timestamp) {
    let open = circuits.withLock { circuits in
      circuits.compactMap { scope, circuit -> Scope? in
        guard let until = circuit.openUntil else { return nil }
        return until > now || circuit.isProbed ? scope : nil
      }
    }
    for circuit in open {
      switch circuit {
      case .forge(let name): scope.excludedForges.insert(name)
      case .repository(let repository): scope.excludedRepositories.insert(repository)
      }
    }
  }

  /// Notes that a job starts. If one of its circuits is due, the job is the probe.
  func began(_ repository: RepositoryReference) {
    circuits.withLock { circuits in
      for scope in circuits.keys where scope.covers(repository) && circuits[scope]?.openUntil != nil {
        circuits[scope]?.isProbed = true
      }
    }
  }

  /// Notes that the forge responded to a job that still runs, so that the jobs of other repositories need not wait for
  /// its end. Whether a permission was granted is known only when the job has ended.
  ///
  /// - Returns: whether the circuit of the forge was open.
  func responded(_ repository: RepositoryReference) -> Bool {
    note(nil, of: repository.forge)
    return circuits.withLock { $0.removeValue(forKey: .forge(repository.forge))?.openUntil != nil }
  }

  /// Notes that a job ended without an outage: the forge responded.
  ///
  /// - Returns: whether a circuit was closed, so that other jobs can start.
  func succeeded(_ repository: RepositoryReference) -> Bool {
    note(nil, of: repository.forge)
    return circuits.withLock { circuits in
      let closed = circuits.filter { $0.key.covers(repository) }
      for scope in closed.keys { circuits[scope] = nil }
      return closed.values.contains { $0.openUntil != nil }
    }
  }

  /// Notes that a job was interrupted, which gives no evidence about the forge: another job becomes the probe.
  func interrupted(_ repository: RepositoryReference) {
    circuits.withLock { circuits in
      for scope in circuits.keys where scope.covers(repository) { circuits[scope]?.isProbed = false }
    }
  }

  /// Notes that a job failed because of an outage, and is retried at `due`.
  ///
  /// - Returns: whether the circuit was closed until now and is open.
  func failed(_ outage: Outage, in repository: RepositoryReference, until due: Timestamp) -> Bool {
    let scope: Scope = outage == .permission ? .repository(repository) : .forge(repository.forge)
    return circuits.withLock { circuits in
      for other in circuits.keys where other.covers(repository) { circuits[other]?.isProbed = false }
      var circuit = circuits[scope] ?? Circuit()
      circuit.failures += 1
      let wasOpen = circuit.openUntil != nil
      if outage == .permission || circuit.failures >= Self.failuresOfForge { circuit.openUntil = due }
      circuits[scope] = circuit
      return !wasOpen && circuit.openUntil != nil
    }
  }

  /// The forges for which all jobs wait.
  var unavailableForges: Set<String> {
    circuits.withLock { circuits in
      Set(
        circuits.filter { $0.value.openUntil != nil }.keys.compactMap { scope in
          if case .forge(let name) = scope { name } else { nil }
        })
    }
  }

  /// The forges for which jobs wait, entirely or in a repository.
  var openForges: Set<String> {
    circuits.withLock { circuits in
      Set(
        circuits.filter { $0.value.openUntil != nil }.keys.map { scope in
          switch scope {
          case .forge(let name): name
          case .repository(let repository): repository.forge
          }
        })
    }
  }
}

/// A missing resource that every job of a forge or of a repository needs.
enum Outage: String, Hashable, Sendable, CaseIterable {
  /// The forge does not respond, responds with something else, or limits the rate of requests.
  case unavailable
  /// The forge rejects the token or the app (401). The operator has to replace it.
  case credential
  /// The credential lacks a permission (403). The operator has to grant it.
  case permission

  init?(_ failure: FailureClass) {
    switch failure.breaker {
    case .forge: self = failure.fault == .operator ? .credential : .unavailable
    case .repository: self = .permission
    case nil: return nil
    }
  }
}

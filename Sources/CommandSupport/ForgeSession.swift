// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ArgumentParser
package import Forges
import Foundation
import Observability
package import ResourceLoading
package import ReviewContract
package import ReviewHost
package import SystemPackage

/// How the requests to forges are sent.
package enum ForgeSession: Sendable {
  case network
  /// Over the network, with all requests and responses recorded in a folder.
  case recording(SessionRecorder)
  /// Answered from a folder, without a network.
  case folder(ForgeFolder)

  var isNetwork: Bool { if case .network = self { true } else { false } }

  func transport(over network: any HTTPTransport) -> any HTTPTransport {
    switch self {
    case .network: network
    case .recording(let recorder): recorder.transport(over: network)
    case .folder(let folder): folder
    }
  }

  func apply(to settings: inout ForgeSettings) {
    guard case .folder(let folder) = self else { return }
    settings.isOffline = true
    settings.writeRate = WriteRate(burst: 1_000_000, perMinute: 1_000_000)
    if let account = folder.appAccount { settings.appAccount = account }
  }

  /// Determines the pull request, with the repository of a recorded session where the arguments name none.
  ///
  /// - Throws: ``UsageError`` if it cannot be determined, or is not on a forge.
  package func target(_ resolver: TargetResolver) async throws -> ReviewTarget {
    switch self {
    case .network: return try await resolver.resolve()
    case .folder(let folder):
      let target = try await resolver.resolve(recorded: folder.note)
      guard target.forge != .local else {
        throw UsageError(
          "--forge-folder \"\(folder.path)\" does not say which repository it is of: it has no \(ForgeNote.file)",
          remedy: "name it with --forge and --repo OWNER/NAME, or write \(ForgeNote.file)")
      }
      return target
    case .recording(let recorder):
      let target = try await resolver.resolve()
      guard target.forge != .local else {
        throw UsageError(
          "--record records the requests to a forge, and a plain repository has none", remedy: "omit --record")
      }
      try recorder.note(ForgeNote(forge: target.forge, repository: target.name, apiURL: target.apiURL))
      return target
    }
  }

  /// Returns the credential for requests. Those that a folder answers need none, and no real one is read for them.
  package func credential(_ real: () throws(UsageError) -> Credential) throws(UsageError) -> Credential {
    guard case .folder(let folder) = self else { return try real() }
    return folder.isAuthenticated ? .token(Secret("token-of-a-folder")) : .anonymous
  }

  /// Runs a command, and prints what the folder contains at its end, also at that of a command that failed.
  package func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      let value = try await body()
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  private func end() async {
    switch self {
    case .network: break
    case .recording(let recorder): recorder.warn()
    case .folder(let folder): if let summary = await folder.summary { Console.say(summary) }
    }
  }
}

/// The options for the requests to a forge.
package struct ForgeSessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the forge's responses from this folder, such as a recorded session, and write what would be posted into it. "
        + "Uses no network for the forge.", valueName: "DIR"),
    completion: .directory)
  package var forgeFolder: String?

  @Option(
    help: ArgumentHelp(
      "Record all requests to the forge and its responses in this new folder, for --forge-folder. They contain private "
        + "text.", valueName: "DIR"),
    completion: .directory)
  package var record: String?

  package init() {}

  package func validate() throws {
    guard forgeFolder == nil || record == nil else {
      throw ValidationError("--record DIR and --forge-folder DIR exclude each other")
    }
  }

  /// Opens the folder of either option.
  ///
  /// - Throws: ``UsageError`` if it cannot be used.
  package func session() throws(UsageError) -> ForgeSession {
    if let record { return .recording(try SessionRecorder(record)) }
    guard let forgeFolder else { return .network }
    do {
      return .folder(try ForgeFolder(FilePath(forgeFolder)) { KnownSecrets.ofProgram.mask })
    } catch {
      throw UsageError(
        "cannot use --forge-folder \"\(forgeFolder)\": \(error.message)",
        remedy: "name a folder that --record wrote, or one with responses in GET/PATH.json")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ReviewContract
import ReviewHost
import SystemPackage

/// The validated arguments of `reviewbot check`.
struct CheckArguments: Sendable {
  let number: Int?
  let repository: String?
  let base: String?
  let forge: ForgeKind?
  let isDryRun: Bool
  let noPublish: Bool
  let configuration: String?
  let credential: CredentialChoice
  let marker: CommentMarker
  let output: FilePath
  let sandbox: SandboxChoice
  let sandboxImage: String?
  let sandboxRuntime: RuntimeName?
  let landlock: LandlockPreference
  let buildCache: Bool
  let allowedHosts: [String]
  let dependencyTokens: [String]
  let trees: TestedTrees?

  init(_ command: CheckCommand, marker: CommentMarker) {
    number = command.number
    repository = command.repository
    base = command.base
    forge = command.forge
    isDryRun = command.dryRun
    noPublish = command.noPublish
    configuration = command.config
    credential = CredentialChoice(
      tokenFile: command.tokenFile, appID: command.appId, appKeyFile: command.appKeyFile)
    self.marker = marker
    output = FilePath(command.output)
    sandbox = command.sandbox
    sandboxImage = command.sandboxImage
    sandboxRuntime = command.sandboxRuntime
    landlock = command.landlock
    buildCache = command.buildCache
    allowedHosts = command.allowHost
    dependencyTokens = command.dependencyToken
    trees = command.test
  }
}

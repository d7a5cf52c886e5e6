// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import CurlTransport
import Foundation
import Git
import HostileText
import Isolation
import ReviewContract
import SystemPackage

/// Checks this host for the requirements of a review.
package struct DoctorRun: Sendable {
  package typealias Check = DoctorReport.Check

  /// The toolchain that a review would build with, checked by the caller: ReviewHost has no access to toolchains.
  package let toolchain: Check
  package let environment: [String: String]
  package let home: HomeDirectory
  package let image: String?
  package let runtime: String?

  package init(toolchain: Check, environment: [String: String], home: HomeDirectory, image: String?, runtime: String?) {
    self.toolchain = toolchain
    self.environment = environment
    self.home = home
    self.image = image
    self.runtime = runtime
  }

  /// Runs all checks. A check that fails is a part of the report, never an error.
  package func perform() async -> DoctorReport {
    let storage = self.storage()
    // Test the sandbox in the same folder as a review, if it is writable.
    let scratch = storage.status == .works ? home.runs : FilePath(FileManager.default.temporaryDirectory.path)
    let ids = self.ids
    let search = SandboxSearch(
      environment: environment, image: image, runtime: runtime, scratch: scratch
    ) { [environment] settings in
      await ProbeChild.probe(settings, in: scratch, ids: ids, environment: environment)
    }
    let remedy = SandboxRemedy()
    var sandboxes: [Check] = []
    var chosen: (level: SandboxLevel, attempts: [EscapeAttempt])?
    for level in SandboxChoice.auto.levels {
      let (outcome, settings) = await search.examine(level)
      if outcome == .works, chosen == nil { chosen = (level, Self.refused(by: settings)) }
      sandboxes.append(check(level, outcome, settings, remedy))
    }
    let open = await search.examine(.none).outcome
    let curl = self.curl
    return DoctorReport(
      tool: ProgramVersion.tool,
      checks: [toolchain, git, curl, landlock, storage] + sandboxes + [limits(in: chosen?.level, scratch)],
      sandbox: chosen?.level.rawValue,
      // A sandbox works only if it refuses all attempts.
      attempts: (chosen?.attempts ?? []).map { .init(attempt: $0, description: $0.ability, result: .refused) },
      withoutSandbox: Self.escapes(open),
      isReady: chosen != nil && [toolchain, curl, storage].allSatisfy { $0.status == .works })
  }

  /// `nil` if there are no ids to lease. A review reports the reason; the sandbox is then tested as root, and fails.
  private var ids: IDPool? { (try? IDPool.ofThisProcess(nil, home: home.path)) ?? nil }

  private var git: Check {
    let ways = [
      ("https", GitVersion.speaksHTTPS), ("ssh", GitVersion.speaksSSH), ("fetch depth", GitVersion.fetchesParts),
    ]
    let protocols = ways.map { $1 ? "\($0) yes" : "\($0) no" }.joined(separator: ", ")
    let detail = "\(GitVersion.text): \(protocols)"
    guard GitVersion.speaksHTTPS else {
      return Check(
        name: "libgit2", status: .fails, detail: detail, remedy: "install a libgit2 with TLS")
    }
    guard GitVersion.keepsCredentialsAtPort else {
      return Check(
        name: "libgit2", status: .absent,
        detail:
          "\(detail), without Debian's security update: a redirect to another port of the forge receives the token",
        remedy: "update the package libgit2-1.5 to 1.5.1+ds-1+deb12u2 or later, from bookworm-security")
    }
    return Check(name: "libgit2", status: .works, detail: detail)
  }

  private var curl: Check {
    do throws(LibraryError) {
      try CurlLibrary.load()
    } catch {
      return Check(name: "libcurl", status: .fails, detail: error.reason, remedy: error.remedy)
    }
    let detail =
      switch (CurlLibrary.hasHTTP2, CurlLibrary.multiplexesReliably) {
      case (false, _): "HTTP/2 no"
      case (true, false): "HTTP/2 disabled, because libcurl before 8.1 loses data with it"
      case (true, true): "HTTP/2 yes"
      }
    return Check(name: "libcurl", status: .works, detail: "\(CurlLibrary.version): \(detail)")
  }

  private var landlock: Check {
    guard Confinement.isAvailable else {
      return Check(
        name: "Landlock", status: .absent, detail: "not available in this kernel",
        remedy:
          "use Linux 5.19 or later with Landlock enabled; without it, forks are reviewed only with --landlock optional, "
          + "and --sandbox none can be refused")
    }
    return Check(
      name: "Landlock", status: .works,
      detail: "version \(Confinement.version); it restricts the worker process to the files of its review")
  }

  private func storage() -> Check {
    let remedy = "set REVIEWBOT_HOME to a writable folder with free space"
    let file = home.runs.appending("doctor-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(atPath: home.runs.string, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: file.string))
      try FileManager.default.removeItem(atPath: file.string)
    } catch {
      return Check(
        name: "caches", status: .fails, detail: "\(home.path) cannot be written: \(String(systemError: error))",
        remedy: remedy)
    }
    var status = statvfs()
    guard statvfs(home.path.string, &status) == 0 else {
      return Check(
        name: "caches", status: .fails, detail: "cannot determine the free space of \(home.path)", remedy: remedy)
    }
    let free = Int(status.f_bavail) * Int(status.f_frsize)
    let isEnough = free >= Self.enoughBytes
    return Check(
      name: "caches", status: isEnough ? .works : .fails,
      detail: "\(home.path), \(free >> 30 > 9 ? "\(free >> 30) GiB" : "\(free >> 20) MiB") free",
      remedy: isEnough ? nil : "a build needs at least \(Self.enoughBytes >> 20) MiB: \(remedy)")
  }

  /// The disk space for the build of a small package with its tests.
  package static let enoughBytes = 512 << 20

  private func check(
    _ level: SandboxLevel, _ outcome: SandboxProbe.Outcome, _ settings: SandboxSettings?, _ remedy: SandboxRemedy
  ) -> Check {
    let name = "sandbox \(level.rawValue)"
    switch outcome {
    case .works:
      return Check(
        name: name, status: .works,
        detail: "passes its self-test"
          + (settings.map { "; \($0.description(ids: ids?.range))" } ?? ""))
    case .broken(let reason):
      // Containers are optional: they are requested by naming an image.
      let isAsked = level != .container || image != nil
      return Check(
        name: name, status: isAsked ? .fails : .absent,
        detail: isAsked ? HostileText(reason).terminal() : "not used, because no image is named",
        remedy: remedy.line(for: level, reason: reason))
    case .leaks(let escapes):
      let reason = "code under review could \(escapes.map(\.ability).joined(separator: ", "))"
      return Check(name: name, status: .fails, detail: reason, remedy: remedy.line(for: level, reason: reason))
    }
  }

  /// The attempts that a sandbox must refuse.
  private static func refused(by settings: SandboxSettings?) -> [EscapeAttempt] {
    EscapeAttempt.allCases.filter { settings?.permits($0) != true }
  }

  /// Creates a control group like that of a review, and removes it.
  private func limits(in level: SandboxLevel?, _ scratch: FilePath) -> Check {
    do {
      let limits = try ReviewLimits.make(.auto, level ?? .none)
      var obstacle: String?
      let group = try limits.lease(.fitting(scratch), reviews: 1) { obstacle = $0 }
      obstacle = obstacle ?? group?.end()
      let works = group != nil && obstacle == nil
      // Containers are limited by their runtime.
      let isMissing = !works && level != .container
      return Check(
        name: "limits", status: works ? .works : .absent, detail: obstacle ?? limits.description,
        remedy: isMissing ? ReviewLimits.remedy : nil)
    } catch {
      return Check(name: "limits", status: .absent, detail: "\(error)", remedy: ReviewLimits.remedy)
    }
  }

  private static func escapes(_ outcome: SandboxProbe.Outcome) -> [EscapeAttempt] {
    if case .leaks(let escapes) = outcome { escapes } else { [] }
  }
}

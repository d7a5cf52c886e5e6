// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage

/// One review of a package with all attempts, and their effects inside and outside. Many tests share it.
struct HostileRun: Sendable {
  /// A place where code of the package ran, with the results of its attempts there.
  struct Place: Sendable {
    let name: String
    let tried: Int
    let worked: Set<String>
  }

  let checked: Checked
  /// The results of the attempts as reported by the package.
  let places: [Place]
  /// Its messages about attacks in Swift.
  let said: [String]
  /// Files outside that contain the secret word and should not, or that were made there.
  let traces: [String]
  let connections: Int
  let isProcessAlive: Bool
  let survivors: [Int32]
  /// The remaining files with a set-user-ID or set-group-ID bit, of this user or another.
  let setUserIDFiles: [String]
  /// Whether a setting of the kernel has changed.
  let changedKernel: Bool

  /// With all places where a package can execute code, as the user of the tests.
  static let packaged = Task { try await HostileRun(of: .package, isOrdinary: false) }
  /// With the same package, as an ordinary user.
  static let packagedOrdinary = Task { try await HostileRun(of: .package, isOrdinary: true) }
  /// With a manifest alone, which is quick, as an ordinary user.
  static let manifestOrdinary = Task { try await HostileRun(of: .manifest, isOrdinary: true) }

  private enum Kind { case package, manifest }
  private static let secrets = ["GITHUB_TOKEN": Outside.word, "REVIEWBOT_TOKEN": Outside.word]

  private init(of kind: Kind, isOrdinary: Bool) async throws {
    self = try await withScratchDirectory { folder in
      let outside = try Outside(in: folder)
      let attempts = HostileAttempts(attack: outside.attack, state: folder.path.appending("home").string)
      let files =
        switch kind {
        case .package: try HostilePackage(attack: outside.attack, attempts: attempts).files
        case .manifest: HostileManifest(attempts: attempts).files
        }
      let (repository, program): (SampleRepository, BuiltProgram)
      if isOrdinary || kind == .manifest {
        repository = try SampleRepository(in: folder.folder("repository"), head: files)
        program = try BuiltProgram(in: folder)
      } else {
        (repository, program) = try await KeptBase.change(files, in: folder)
      }
      let path = "\(ProcessInfo.processInfo.environment["PATH"] ?? ""):\(outside.attack.outside)"
      var environment = Self.secrets.merging(["PATH": path]) { $1 }
      if isOrdinary { environment.merge(try OrdinaryUser.own(folder)) { $1 } }
      let kernel = Self.kernel
      let checked = try await Checked(
        repository, by: program,
        ["--sandbox", "bwrap", "--verbose"] + (isOrdinary ? ["--test", "head", "--no-build-cache"] : []),
        environment: environment, shell: isOrdinary ? OrdinaryUser.script : nil)
      return try await HostileRun(checked, outside, program, changedKernel: kernel != Self.kernel)
    }
  }

  private init(_ checked: Checked, _ outside: Outside, _ program: BuiltProgram, changedKernel: Bool) async throws {
    self.checked = checked
    let run = checked.report?.runs.first
    let told = run?.failures.first { $0.name == "says()" }?.message ?? run?.logTail ?? ""
    said = told.split(separator: "\n").map(String.init)
    places = Self.places(in: said)
    traces = outside.traces()
    connections = outside.connections
    isProcessAlive = outside.isProcessAlive
    survivors = try await Outside.survivors(sleeping: outside.attack.seconds)
    setUserIDFiles = try FinishedCommand.output(of: ["find", program.folder.path.string, "-perm", "/6000"])
      .split(separator: "\n").map(String.init)
    self.changedKernel = changedKernel
  }

  private static var kernel: [String] {
    ["core_pattern", "modprobe", "randomize_va_space"].map { name in
      (try? String(contentsOfFile: "/proc/sys/kernel/\(name)", encoding: .utf8)) ?? ""
    }
  }

  private static func places(in lines: [String]) -> [Place] {
    lines.compactMap { line in
      guard let match = line.wholeMatch(of: /attempts (?<place>\w+): (?<count>\d+) tried, \d+ worked/) else {
        return nil
      }
      let prefix = "attempts \(match.place) worked: "
      let worked = lines.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      return Place(name: String(match.place), tried: Int(match.count) ?? 0, worked: Set(worked))
    }
  }
}

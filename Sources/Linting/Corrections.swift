// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import Findings
import Foundation
import Rules
import SwiftSource
package import SystemPackage

/// The corrected texts of files of a working tree, before they are written.
package struct Corrections: Sendable {
  package struct File: Hashable, Sendable {
    package let path: String
    package let original: [UInt8]
    package internal(set) var corrected: [UInt8]
    /// The number of corrected findings.
    package internal(set) var count: Int
  }

  /// The corrected files by path.
  package private(set) var files: [String: File] = [:]
  /// Notes about omitted corrections.
  package private(set) var notes: [Note] = []
  private var refused: Set<String> = []
  private let checkout: ContainedDirectory

  package init(root: FilePath) {
    checkout = ContainedDirectory(root)
  }

  /// The texts to check again.
  package var texts: [String: [UInt8]] { files.mapValues(\.corrected) }

  /// Corrects the findings that the rules can correct.
  ///
  /// - Parameter findings: the findings in the files after the previous corrections.
  /// - Returns: the files that changed.
  package mutating func apply(_ findings: [Finding], with linter: ConfiguredLinter) async -> Set<String> {
    let byPath = Dictionary(grouping: findings, by: \.path).filter { !refused.contains($0.key) }
    let work = byPath.map { (path: $0.key, known: files[$0.key], findings: $0.value) }.sorted { $0.path < $1.path }
    let results = await work.concurrentMap(atMost: ProcessInfo.processInfo.activeProcessorCount) { [checkout] file in
      (path: file.path, result: Self.step(file.path, file.known, file.findings, linter, checkout))
    }
    var changed: Set<String> = []
    for (path, result) in results {
      switch result {
      case .failure(let refusal):
        refused.insert(path)
        notes.append(Note(path: path, was: "not corrected", because: refusal.reason))
      case .success(nil): break
      case .success(let step?):
        notes.merge(step.notes)
        guard step.file.corrected != (files[path] ?? step.before).corrected else { continue }
        files[path] = step.file
        changed.insert(path)
      }
    }
    return changed
  }

  /// Writes the files, unless they were changed in the meantime.
  ///
  /// - Returns: notes about files that were not written.
  package func write() -> [Note] {
    files.values.sorted { $0.path < $1.path }.compactMap { file in
      do throws(ContainedDirectory.Failure) {
        guard try checkout.bytes(at: file.path, limit: RuleLinter.maximumBytes) == file.original else {
          return Note(path: file.path, was: "not corrected", because: "it changed in the meantime")
        }
        try checkout.write(file.corrected, to: file.path, permissions: try permissions(of: file.path))
        return nil
      } catch {
        return Note(path: file.path, was: "not corrected", because: "\(error)")
      }
    }
  }

  private func permissions(of path: String) throws(ContainedDirectory.Failure) -> UInt32 {
    let file = try checkout.file(at: path)
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else { return 0o644 }
    return UInt32(status.st_mode & 0o777)
  }

  private struct Refusal: Error {
    let reason: String
  }

  /// One round of corrections of a file.
  private struct Step {
    let before: File
    let file: File
    let notes: [Note]
  }

  /// - Returns: nil if no rule corrects any of the findings.
  private static func step(
    _ path: String, _ known: File?, _ findings: [Finding], _ linter: ConfiguredLinter, _ checkout: ContainedDirectory
  ) -> Result<Step?, Refusal> {
    let file: File
    do throws(ContainedDirectory.Failure) {
      if let known {
        file = known
      } else {
        let bytes = try checkout.bytes(at: path, limit: RuleLinter.maximumBytes)
        file = File(path: path, original: bytes, corrected: bytes, count: 0)
      }
    } catch {
      return .failure(Refusal(reason: "\(error)"))
    }
    do throws(RuleSettingsError) {
      let text = SourceText(path: path, bytes: file.corrected)
      guard let corrected = try linter.linter(for: path).corrected(text, only: findings) else { return .success(nil) }
      var next = file
      next.corrected = corrected.bytes
      next.count += corrected.counts.values.reduce(0, +)
      return .success(Step(before: file, file: next, notes: corrected.notes))
    } catch {
      return .failure(Refusal(reason: "\(error)"))
    }
  }
}

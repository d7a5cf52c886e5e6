// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import ServerCommands

struct DetectedLabelsTests {
  private func names(_ compiler: String, _ sandbox: SandboxLevel = .bwrap) -> [String] {
    DetectedLabels(compiler: compiler, sandbox: sandbox).labels.map(\.name).filter { !$0.contains("64") }.sorted()
  }

  @Test func `a release has the label of its version, with and without the minor number`() {
    #expect(names("Swift version 6.3.1 (swift-6.3.1-RELEASE)") == ["sandbox-bwrap", "swift-6", "swift-6.3"])
    #expect(names("Apple Swift version 6.2 (x)", .none) == ["sandbox-none", "swift-6", "swift-6.2"])
  }

  @Test func `a development version has no release labels`() {
    #expect(names("Swift version 6.4-dev (LLVM 1, Swift 2)") == ["sandbox-bwrap", "swift-6.4-dev"])
  }

  @Test func `in a container, the host's compiler has no label`() {
    #expect(names("Swift version 6.3.1 (swift-6.3.1-RELEASE)", .container) == ["sandbox-container"])
  }

  @Test func `the architecture is a label`() {
    let labels = DetectedLabels(compiler: "", sandbox: .bwrap).labels
    #expect(!labels.isDisjoint(with: ["x86_64", "aarch64"].compactMap { WorkerLabel($0) }))
    #expect(labels.count == 2)
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage

/// A test runner with prepared results.
package struct StubTestRunner: TestRunner {
  private let prepared: [FilePath: TestedWorkspace]

  /// - Parameter prepared: the results by the folder of the package.
  package init(_ prepared: [FilePath: TestedWorkspace]) {
    self.prepared = prepared
  }

  /// Reports the beginning and the end of each prepared stage, as the real runner does.
  package func test(_ request: TestRequest, progress: @escaping ProgressHandler) async -> TestedWorkspace {
    guard let result = prepared[request.package] else {
      let run = TestRun(
        side: request.side, outcome: .couldNotRun, reason: "the stub runner was not prepared for \(request.package)")
      return TestedWorkspace(run: run, stages: [], layout: nil, artifacts: nil)
    }
    for stage in result.stages {
      progress(.started(stage: stage.name))
      progress(.ended(stage))
    }
    return result
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation

/// `swift build`, begun while the manifest is described: both start SwiftPM and compile the manifest, which is most of the
/// time before the tests where nothing else has changed.
struct BegunBuild: Sendable {
  /// The diagnostics are those of the output.
  typealias Value = (result: ChildResult, diagnostics: DiagnosticParser)

  /// Unstructured: the build begins before the stage that waits for it.
  private let task: Task<Value, any Error>

  init(_ build: @escaping @Sendable () async throws -> Value) {
    task = Task { try await build() }
  }

  /// Waits for the build. Cancelling the caller cancels the build.
  var value: Value {
    get async throws {
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Waits for a build whose result is not used.
  func wait() async { _ = try? await value }

  /// Cancels the build, and waits until its processes have ended.
  func end() async {
    task.cancel()
    await wait()
  }
}

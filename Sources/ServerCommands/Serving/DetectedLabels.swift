// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The labels that a worker has without configuration: the toolchain, the architecture and the sandbox.
struct DetectedLabels {
  let labels: Set<WorkerLabel>

  /// - Parameters:
  ///   - compiler: the version of the host's compiler, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`. Ignored for
  ///     containers, which have
  ///     their own toolchain.
  init(compiler: String, sandbox: SandboxLevel) {
    let swift = sandbox == .container ? [] : Self.swift(compiler)
    let names = swift + [Self.architecture, "sandbox-\(sandbox.rawValue)"].compactMap(\.self)
    labels = Set(names.compactMap { WorkerLabel($0) })
  }

  /// Returns `swift-6` and `swift-6.3`; for a development version, only the complete version, such as `swift-6.4-dev`.
  private static func swift(_ compiler: String) -> [String] {
    let marker = "Swift version "
    guard let start = compiler.firstRange(of: marker) else { return [] }
    let version = compiler[start.upperBound...].prefix { !$0.isWhitespace }
    let numbers = version.split(separator: ".")
    guard numbers.count >= 2, numbers.allSatisfy({ Int($0) != nil }) else { return ["swift-\(version.lowercased())"] }
    return ["swift-\(numbers[0])", "swift-\(numbers[0]).\(numbers[1])"]
  }

  private static var architecture: String? {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      nil
    #endif
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Which target may import which: the one place where the levels are written down.
struct Layers: Sendable {
  /// A target imports targets of lower levels only.
  let levels: [String: Int]
  /// Edges within a level that are meant.
  let exceptions: Set<[String]>
  /// Only tests import these, and these import what they like.
  let testSupport: Set<String>

  static let reviewbot = Layers(
    levels: [
            "CGit2": 0, "CCurl": 0, "CInterop": 0, "CLinux": 0, "NetworkAddressing": 0, "SecretMasking": 0,
            "AssemblyKit": 1, "ResourceLoading": 1, "ReviewContract": 1, "SwiftSource": 1, "Observability": 1,
            "CurlTransport": 2, "DependencyMirroring": 2, "Forges": 2, "Git": 2, "Isolation": 2, "JobQueue":
      2, "Reporting": 2,
            "ConfigurationFiles": 3, "SwiftBuild": 3, "Coverage": 3, "Rules": 3,
            "ReviewWorker": 4,
            "ReviewServer": 5,
            "reviewbot": 6, "reviewbot-dev": 6,
    ],
    exceptions: [],
    testSupport: ["ReviewTesting", "RuleTesting"])
}

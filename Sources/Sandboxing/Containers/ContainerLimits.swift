// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Limits that a container program would otherwise take from its own configuration: it fails where they are higher than what
/// we are allowed ourselves.
enum ContainerLimits {
  private static let openFiles = 4096

  static func arguments(tasks: Int) -> [String] {
    let files = min(openFiles, own(RLIMIT_NOFILE))
    let processes = min(tasks, own(__RLIMIT_NPROC))
    return ["--ulimit", "nofile=\(files):\(files)", "--ulimit", "nproc=\(processes):\(processes)"]
  }

  private static func own(_ resource: __rlimit_resource) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_max)
  }
}

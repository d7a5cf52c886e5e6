// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// The environment of the code under review: the allowed variables, and nothing else.
package enum SandboxedEnvironment {
  /// Inherited when set. None of them holds a secret: a proxy with a password is dropped.
  private static let allowed = [
    "PATH", "LANG", "LC_ALL", "TZ", "PKG_CONFIG_PATH", "SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO",
  ]
  private static let proxies = ["http_proxy", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"]

  /// The variables that may be passed on. A process that the code under review can inspect must have no others: its own
  /// processes, and reviewbot's beside them.
  package static func inherited(from host: [String: String]) -> [String: String] {
    var environment: [String: String] = [:]
    for name in allowed { environment[name] = host[name] }
    for name in proxies {
      if let value = host[name], !value.contains("@") { environment[name] = value }
    }
    return environment
  }

  /// The files and folders that the variables name.
  package static func files(in host: [String: String]) -> [FilePath] {
    ["SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO"].compactMap { host[$0] }.map { FilePath($0) }.filter {
      $0.isAbsolute && FileManager.default.fileExists(atPath: $0.string)
    }
  }

  /// - Parameters:
  ///   - host: this process's environment.
  ///   - home: an empty folder.
  ///   - temporary: an empty folder.
  ///   - caches: a folder that may be there.
  ///   - profiles: a pattern for the coverage profiles of programs that are built with coverage.
  ///   - programs: the folders of the toolchain's programs, where `PATH` is made of them and the system's own folders;
  ///     otherwise it is ours, which names folders of the operator.
  package static func variables(
    from host: [String: String], home: FilePath, temporary: FilePath, caches: FilePath, profiles: FilePath,
    programs: [FilePath]? = nil
  ) -> [String: String] {
    var environment = inherited(from: host)
    if let programs { environment["PATH"] = path(programs) }
    environment["HOME"] = home.string
    environment["XDG_CACHE_HOME"] = caches.string
    environment["TMPDIR"] = temporary.string
    environment["CI"] = "true"
    environment["GIT_TERMINAL_PROMPT"] = "0"
    if environment["LANG"] == nil { environment["LANG"] = "C.UTF-8" }
    // The same for every command, because SwiftPM compiles a manifest again when a variable differs.
    environment["LLVM_PROFILE_FILE"] = profiles.string
    // The backtracer takes seconds for each crash and prints what is not read here.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    return environment
  }

  private static func path(_ programs: [FilePath]) -> String {
    var folders: [String] = []
    for folder in programs.map(\.string) + ["/usr/local/bin", "/usr/bin", "/bin"] where !folders.contains(folder) {
      folders.append(folder)
    }
    return folders.joined(separator: ":")
  }
}

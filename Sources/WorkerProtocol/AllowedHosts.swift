// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Isolation
package import ReviewContract

/// The hosts that dependencies may come from while a pull request is reviewed: `--allow-host HOST`.
package enum AllowedHosts {
  /// Where most Swift packages are.
  private static let common = "github.com"

  /// - Parameters:
  ///   - cloneURL: the repository under review: its server is allowed too.
  ///   - arguments: `HOST` or `HOST:PORT`, what the operator allows besides; with `=ADDRESS/BITS` one of a network that is not
  ///     public.
  package static func make(cloneURL: String, arguments: [String]) throws(UsageError) -> [AllowedHost] {
    var hosts = [common, server(of: cloneURL)].compactMap { $0 }.compactMap { AllowedHost($0) }
    for argument in arguments {
      guard let host = AllowedHost(argument) else {
        throw UsageError("--allow-host takes HOST, not \(argument)", remedy: "name the host without https://")
      }
      hosts.append(host)
    }
    return hosts
  }

  private static func server(of url: String) -> String? {
    guard url.lowercased().hasPrefix("https://") else { return nil }
    return String(url.dropFirst("https://".count).prefix { $0 != "/" })
  }
}

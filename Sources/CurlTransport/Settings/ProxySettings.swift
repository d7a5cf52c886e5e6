// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ResourceLoading

/// Which proxy a request goes through. The process's own environment is never asked.
package struct ProxySettings: Hashable, Sendable {
  /// No proxy at all.
  package static let none = ProxySettings(environment: [:])

  /// The URL of the proxy for each scheme.
  private let proxies: [String: String]
  /// Hosts that are reached directly, separated by commas; `*` is all of them.
  package let exceptions: String

  /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
  ///
  /// The names in capitals count too, save for `HTTP_PROXY`: in a CGI environment its value comes from a header of the
  /// request.
  package init(environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    let general = value("all_proxy", "ALL_PROXY")
    var proxies: [String: String] = [:]
    proxies["http"] = value("http_proxy") ?? general
    proxies["https"] = value("https_proxy", "HTTPS_PROXY") ?? general
    self.proxies = proxies
    exceptions = value("no_proxy", "NO_PROXY") ?? ""
  }

  func proxy(for scheme: String) -> String? { proxies[scheme] }

  /// Whether a request goes through a proxy: not when the host, or a domain that it is in, is among ``exceptions``.
  func serves(_ origin: Origin) -> Bool {
    guard proxies[origin.scheme] != nil else { return false }
    return !exceptions.split(whereSeparator: { $0 == "," || $0 == " " }).contains { exception in
      let domain = exception.drop { $0 == "." }.lowercased()
      return exception == "*" || origin.host == domain || origin.host.hasSuffix("." + domain)
    }
  }
}

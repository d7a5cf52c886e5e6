// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import CurlTransport

struct ProxySettingsTests {
  @Test(
    arguments: [
      ([:], nil, nil),
      (["http_proxy": "p1", "https_proxy": "p2", "all_proxy": "p3"], "p1", "p2"),
      (["ALL_PROXY": "p3", "https_proxy": ""], "p3", "p3"),
      (["HTTP_PROXY": "from a header", "HTTPS_PROXY": "p2"], nil, "p2"),
    ] as [([String: String], String?, String?)])
  func `proxies are read from the given environment`(environment: [String: String], http: String?, https: String?) {
    let settings = ProxySettings(environment: environment)
    #expect(settings.proxy(for: "http") == http)
    #expect(settings.proxy(for: "https") == https)
  }
}

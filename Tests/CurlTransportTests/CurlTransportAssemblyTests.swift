// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import CurlTransport
import ResourceLoading
import Testing

struct CurlTransportAssemblyTests {
  @Test func `fills the slot of the network`() throws {
    var resolver = Registry([CurlTransportAssembly()]).resolver()
    let transport: any HTTPTransport = try resolver(.httpTransport)
    #expect("\(type(of: transport))" == "CurlTransport")
  }
}

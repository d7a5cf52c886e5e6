// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import NIOCore
import NetworkAddressing

/// Limits the connections of a server, in total and from each address.
final class ConnectionLimit: Sendable {
  enum Admission: Hashable, Sendable {
    /// The connection counts until it is released.
    case admitted
    /// The server has as many connections as it may have.
    case full
    /// The address has as many connections as one address may have.
    case addressFull
  }

  private struct Taken {
    var all = 0
    var byNetwork: [ClientAddress: Int] = [:]
  }

  private let limit: Int
  private let limitPerAddress: Int
  private let exempt: [AddressRange]
  private let taken = Locked(Taken())
  private let onChange: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - perAddress: how many connections one address may have.
  ///   - exempt: addresses without the limit for each address.
  ///   - onChange: called with the total, in the order of the changes; must return immediately.
  init(
    _ limit: Int, perAddress: Int = .max, exempt: [AddressRange] = [],
    onChange: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.limit = limit
    limitPerAddress = perAddress
    self.exempt = exempt
    self.onChange = onChange
  }

  /// - Parameter address: `nil` for a connection without one, such as to a Unix domain socket.
  func take(_ address: ClientAddress? = nil) -> Admission {
    let network = counted(address)
    return taken.withLock { taken in
      // Checked first, so that a full server still closes excess connections from one address.
      if let network, taken.byNetwork[network, default: 0] >= limitPerAddress { return .addressFull }
      guard taken.all < limit else { return .full }
      taken.all += 1
      if let network { taken.byNetwork[network, default: 0] += 1 }
      onChange(taken.all)
      return .admitted
    }
  }

  /// Releases an admitted connection.
  func release(_ address: ClientAddress? = nil) {
    let network = counted(address)
    taken.withLock { taken in
      taken.all -= 1
      if let network, let count = taken.byNetwork[network] {
        taken.byNetwork[network] = count > 1 ? count - 1 : nil
      }
      onChange(taken.all)
    }
  }

  private func counted(_ address: ClientAddress?) -> ClientAddress? {
    guard let address, !exempt.contains(where: { $0.contains(address) }) else { return nil }
    return address.network
  }
}

/// The address of a connection's client.
struct ClientAddress: Hashable, Sendable {
  /// 4 or 16 bytes, in network order.
  let bytes: [UInt8]

  /// - Parameter bytes: an IPv4-mapped IPv6 address becomes an IPv4 address.
  init(bytes: [UInt8]) {
    self.bytes = NetworkAddress.unmapping(bytes)
  }

  /// `nil` for a Unix domain socket.
  init?(_ address: SocketAddress?) {
    // Without the zone of a link-local address.
    guard let text = address?.ipAddress?.prefix(while: { $0 != "%" }) else { return nil }
    guard let address = NetworkAddress(String(text)) else { return nil }
    self.init(bytes: address.bytes)
  }

  /// The key by which connections are counted: an IPv4 address, or the /64 network of an IPv6 address, which belongs to
  /// one host.
  var network: ClientAddress { ClientAddress(bytes: bytes.count == 16 ? Array(bytes.prefix(8)) : bytes) }
}

extension AddressRange {
  func contains(_ client: ClientAddress) -> Bool { contains(client.bytes) }
}

/// Closes a connection when more than a number of bytes arrive.
///
/// It is placed before the HTTP parser, whose output omits chunk sizes and trailers.
final class IncomingByteLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// How many bytes may still arrive; `nil` for no limit.
  var remaining: Int?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    // The bytes that caused the limit to be set do not count.
    let before = remaining
    context.fireChannelRead(data)
    guard let before else { return }
    remaining = before - count
    if count > before { context.close(promise: nil) }
  }
}

@available(*, unavailable)
extension IncomingByteLimit: Sendable {}

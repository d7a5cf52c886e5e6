// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import NIOCore
import NetworkAddressing

/// How many connections a server has, from all addresses and from each.
final class ConnectionLimit: Sendable {
  enum Admission: Hashable, Sendable {
    /// There was room. It has to be released.
    case admitted
    /// All connections are taken.
    case full
    /// The address has as many as one may have.
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
  ///   - perAddress: how many one address may have.
  ///   - exempt: addresses that only the limit for all holds for.
  ///   - onChange: told how many there are, in the order of the changes. It returns at once.
  init(
    _ limit: Int, perAddress: Int = .max, exempt: [AddressRange] = [],
    onChange: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.limit = limit
    limitPerAddress = perAddress
    self.exempt = exempt
    self.onChange = onChange
  }

  /// - Parameter address: `nil` for a connection that has none, such as one to a socket that is a file.
  func take(_ address: ClientAddress? = nil) -> Admission {
    let network = counted(address)
    return taken.withLock { taken in
      // First, so that a full server still closes what one address has too many of.
      if let network, taken.byNetwork[network, default: 0] >= limitPerAddress { return .addressFull }
      guard taken.all < limit else { return .full }
      taken.all += 1
      if let network { taken.byNetwork[network, default: 0] += 1 }
      onChange(taken.all)
      return .admitted
    }
  }

  /// Gives back what was taken.
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

/// The address that a connection comes from.
struct ClientAddress: Hashable, Sendable {
  /// 4 or 16, in the order of the network.
  let bytes: [UInt8]

  /// - Parameter bytes: an address of version 4 that is written as one of version 6 becomes one of version 4.
  init(bytes: [UInt8]) {
    self.bytes = NetworkAddress.unmapping(bytes)
  }

  /// `nil` for a socket that is a file.
  init?(_ address: SocketAddress?) {
    // A zone is no part of the address.
    guard let text = address?.ipAddress?.prefix(while: { $0 != "%" }) else { return nil }
    guard let address = NetworkAddress(String(text)) else { return nil }
    self.init(bytes: address.bytes)
  }

  /// What connections are counted by. Of version 6 it is the network of 64 bits, since a single machine has all of it.
  var network: ClientAddress { ClientAddress(bytes: bytes.count == 16 ? Array(bytes.prefix(8)) : bytes) }
}

extension AddressRange {
  func contains(_ client: ClientAddress) -> Bool { contains(client.bytes) }
}

/// Closes a connection when more than so many bytes came in from some moment on.
///
/// It stands before HTTP is parsed, because chunk sizes and trailers are no part of what comes out of the parser.
final class IncomingByteLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// How many bytes may still come in; without a limit as long as it is `nil`.
  var remaining: Int?

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let count = unwrapInboundIn(data).readableBytes
    // What came in together with the cause of the limit does not count.
    let before = remaining
    context.fireChannelRead(data)
    guard let before else { return }
    remaining = before - count
    if count > before { context.close(promise: nil) }
  }
}

@available(*, unavailable)
extension IncomingByteLimit: Sendable {}

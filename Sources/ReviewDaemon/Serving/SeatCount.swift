// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import NetworkAddressing

/// How many connections a server has, from all addresses and from each.
final class SeatCount: Sendable {
  enum Admission: Hashable, Sendable {
    /// There was room. It has to be released.
    case seated
    /// All seats are taken.
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
      return .seated
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

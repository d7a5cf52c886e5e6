// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewContract

/// The ids that there are in the user namespace of this process: in a container often 0 to 65535 only.
struct IDMap: Sendable {
  private let ranges: [ClosedRange<UInt32>]

  /// - Parameter text: lines with the first id inside, the first outside, and a count. Source: user_namespaces(7).
  init(_ text: String) {
    ranges = text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      guard numbers.count == 3, numbers[2] > 0 else { return nil }
      return numbers[0]...(numbers[0] + (numbers[2] - 1))
    }
  }

  static var own: IDMap {
    IDMap(String(decoding: KernelFile.contents("/proc/self/uid_map") ?? Data(), as: UTF8.self))
  }

  func holds(_ range: IDRange) -> Bool {
    ranges.contains { $0.contains(range.first) && $0.contains(range.last) }
  }
}

extension IDRange {
  /// Free in every distribution's defaults: above the ids that are given to users and below those that containers are given;
  /// and, for containers that have 65536 ids, those that systemd leaves unused.
  /// Source: https://systemd.io/UIDS-GIDS.
  static let builtIn = [IDRange(200_000, 200_063), IDRange(60_600, 60_663)].compactMap(\.self)
}

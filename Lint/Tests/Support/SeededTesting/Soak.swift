// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The part of a long suite that is run: a slice with the other tests, all of it by `make soak`.
public enum Soak {
  /// Whether `REVIEWBOT_SOAK` is set.
  public static let isLong = ProcessInfo.processInfo.environment["REVIEWBOT_SOAK"]?.isEmpty == false

  /// - Parameters:
  ///   - slice: for every run of the tests.
  ///   - long: for `make soak`.
  public static func count(_ slice: Int, long: Int) -> Int { isLong ? long : slice }

  /// The seeds from 1 on.
  public static func seeds(_ slice: Int, long: Int) -> [UInt64] { (1...count(slice, long: long)).map { UInt64($0) } }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
public import Testing

/// Tests that `make test` omits, because they take long and a quicker test covers a part of them. `make thorough` and
/// CI run them.
public enum Thorough {
  /// Whether `REVIEWBOT_THOROUGH` or `REVIEWBOT_SOAK` is set.
  public static let isOn =
    Soak.isLong || ProcessInfo.processInfo.environment["REVIEWBOT_THOROUGH"]?.isEmpty == false

  /// Whether another run with the larger stand-in (`REVIEWBOT_FORGE`) follows this one, which `REVIEWBOT_EXAM_FOLLOWS` says.
  static let isLeftToExam =
    ProcessInfo.processInfo.environment["REVIEWBOT_EXAM_FOLLOWS"] != nil
    && ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] == nil

  /// Some of the cases of a test, evenly spread, or all of them.
  public static func slice<Case>(_ cases: [Case], _ count: Int) -> [Case] {
    isOn ? cases : stride(from: 0, to: cases.count, by: max(1, cases.count / count)).map { cases[$0] }
  }
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test, or a suite, that `make test` omits.
  public static var thorough: Self { .enabled(if: Thorough.isOn, "takes long: make thorough runs it, and CI does") }

  /// The trait of a ``thorough`` test with a forge, which the run with the larger stand-in repeats.
  public static var thoroughWithForge: Self {
    .enabled(
      if: Thorough.isOn && !Thorough.isLeftToExam,
      "takes long: make thorough runs it, and CI does with the larger stand-in")
  }
}

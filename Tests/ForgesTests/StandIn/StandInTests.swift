// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

/// All that needs the stand-in forge, one after the other: each test starts a process of its own.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["REVIEWBOT_FORGE"] != nil,
    "REVIEWBOT_FORGE is not set to the folder of the stand-in forge"), .serialized)
enum StandInTests {}

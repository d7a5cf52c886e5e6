// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import Testing

/// Tests of the whole daemon with a stand-in for a forge. Beside each other: most of their time they wait.
@Suite(.enabled(if: StandInForge.isAvailable, "REVIEWBOT_FORGE is not set to the folder of the stand-in forge"))
struct ServedEndToEnd {}

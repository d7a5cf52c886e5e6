// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

/// All that needs the stand-in forge, one after the other: some wait for an answer no longer than a second.
@Suite(.serialized)
enum StandInTests {}

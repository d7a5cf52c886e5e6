// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

/// Tests that build packages. One after the other: each build uses all cores.
@Suite(.serialized) struct EndToEnd {}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Tests of the whole daemon with a stand-in for a forge. Beside each other: most of their time they wait.
struct ServedEndToEnd {}

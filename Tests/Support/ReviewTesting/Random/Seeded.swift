// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// Tests of both packages use the same generator and the same switch for long suites.
@_exported public import SeededTesting

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Tests that run the whole program, and with it the compiler.
struct EndToEnd {}

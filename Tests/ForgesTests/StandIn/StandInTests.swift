// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The tests against a stand-in forge.
enum StandInTests {}

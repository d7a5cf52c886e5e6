// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// All that asks a stand-in forge.
enum StandInTests {}

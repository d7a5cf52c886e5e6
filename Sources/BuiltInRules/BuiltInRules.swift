// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The rules that come with reviewbot. The list is generated: `reviewbot-dev generate`.
package enum BuiltInRules {}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// `0.4 s`, `12.3 s`, `4 min 5 s`
func durationWords(milliseconds: Int) -> String {
  if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }
  return "\(milliseconds / 60_000) min \(milliseconds % 60_000 / 1000) s"
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

extension StandInForge {
  /// The variables of a job that this forge runs.
  func environment(token: String, _ more: [String: String] = [:]) -> [String: String] {
    ["GITHUB_API_URL": url, "GITHUB_SERVER_URL": url, "REVIEWBOT_TOKEN": token].merging(more) { $1 }
  }
}

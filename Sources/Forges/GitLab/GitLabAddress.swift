// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Where GitLab's API is.
package enum GitLabAddress {
  /// The API of gitlab.com.
  package static let publicAPI = "https://gitlab.com/api/v4"
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract

/// Who knows the pull request, who shows its review, who has the token to fetch with, and who knows the rest.
package struct LiveForge: Sendable {
  package let source: any PullRequestSource
  package let publisher: (any ReportPublisher)?
  package let fetchToken: FetchToken
  package let inspector: (any RepositoryInspector)?

  package init(
    source: any PullRequestSource, publisher: (any ReportPublisher)?, fetchToken: FetchToken,
    inspector: (any RepositoryInspector)?
  ) {
    self.source = source
    self.publisher = publisher
    self.fetchToken = fetchToken
    self.inspector = inspector
  }
}

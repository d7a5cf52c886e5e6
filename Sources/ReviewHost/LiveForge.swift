// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Forges
package import ReviewContract

/// The clients of one repository on a forge.
///
/// `publisher` is `nil` if nothing can be published: without a credential, or without a forge. `inspector` is `nil`
/// without a forge.
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

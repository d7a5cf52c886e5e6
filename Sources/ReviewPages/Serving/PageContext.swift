// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Hummingbird

/// A request's values for the routes.
struct PageContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  var visitor = Visitor.anonymous
  var session: SecretToken?
  /// The valid link to ``Visitor/linkedReview``.
  var link: SecretToken?

  init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// What is around the contents of every page.
struct PageLayout: Sendable {
  struct Account: Sendable {
    let login: String
    let forge: String
  }

  var title: String
  /// The heading in the bar at the top.
  var placeHTML: HTML
  var contentHTML: HTML
  /// In seconds, for browsers without scripts; `nil` for a page that does not change.
  var refresh: Int?
  var scripts: [String] = [PageAssets.scriptAddress]
  let style = PageAssets.styleAddress
  let icon = PageAssets.iconAddress
  var accounts: [Account] = []
  var formToken: String?
  /// Where signing in starts; `nil` when no forge lets accounts sign in.
  var signIn: String?
  /// A note above the contents, such as the result of a command.
  var notice: String?
  /// Whether the page has the tree and the tools of a report.
  var isReport = false

  init(title: String, place: HTML, content: HTML) {
    self.title = title
    placeHTML = place
    contentHTML = content
  }
}

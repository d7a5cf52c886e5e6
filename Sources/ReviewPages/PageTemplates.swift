// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// The templates in the folder `Templates`.
enum PageTemplates {
  static let all = HTMLTemplates([
    "layout": PackageResources.layout_mustache
  ])
}

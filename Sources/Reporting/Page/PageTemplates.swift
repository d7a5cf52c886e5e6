// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// The templates of `report.html` in the folder `Templates`, which SwiftPM embeds in the program.
enum PageTemplates {
  static let all = HTMLTemplates(files)

  static let files = [
    "body": PackageResources.body_mustache, "case": PackageResources.case_mustache,
    "check": PackageResources.check_mustache, "corrections": PackageResources.corrections_mustache,
    "embedded": PackageResources.embedded_mustache, "failure": PackageResources.failure_mustache,
    "finding": PackageResources.finding_mustache, "header": PackageResources.header_mustache,
    "keys": PackageResources.keys_mustache, "layout": PackageResources.layout_mustache,
    "place": PackageResources.place_mustache, "rules": PackageResources.rules_mustache,
    "section": PackageResources.section_mustache, "sections": PackageResources.sections_mustache,
    "stages": PackageResources.stages_mustache, "summary": PackageResources.summary_mustache,
  ]
}

extension Int {
  /// `nil` for zero: a template renders a section with the number zero.
  var unlessZero: Int? { self > 0 ? self : nil }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates

/// The templates in the folder `Templates`.
enum PageTemplates {
  static let all = HTMLTemplates(files)

  static let files: [String: [UInt8]] = [
    "badge": PackageResources.badge_mustache,
    "coverage-file": PackageResources.coverage_file_mustache,
    "coverage-folder": PackageResources.coverage_folder_mustache,
    "layout": PackageResources.layout_mustache,
    "link": PackageResources.link_mustache,
    "log": PackageResources.log_mustache,
    "message": PackageResources.message_mustache,
    "overview": PackageResources.overview_mustache,
    "pull-request": PackageResources.pull_request_mustache,
    "repository": PackageResources.repository_mustache,
    "review-actions": PackageResources.review_actions_mustache,
    "review-facts": PackageResources.review_facts_mustache,
    "review": PackageResources.review_mustache,
    "review-state": PackageResources.review_state_mustache,
    "sign-in": PackageResources.sign_in_mustache,
  ]
}

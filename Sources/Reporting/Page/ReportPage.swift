// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Findings
import Foundation
import HTMLTemplates
import ReviewContract

/// Renders `report.html`: one self-contained page that works from a file and runs only its own style and script.
struct ReportPage: ReportRenderer {
  let rules: [FindingList.Rule]

  func render(_ report: Report) -> String {
    PageTemplates.all.html("layout", PageLayout(page: ReportDocument(report, rules: rules).view)).text
  }
}

struct PageLayout: Sendable {
  private static let policy =
    "default-src 'none'; style-src '\(hash(PageAssets.style))'; script-src '\(hash(PageAssets.script))'; "
    + "base-uri 'none'; form-action 'none'"

  let policyHTML: HTML = "\(trusted: policy)"
  let styleHTML: HTML = "\(trusted: PageAssets.style)"
  let scriptHTML: HTML = "\(trusted: PageAssets.script)"
  let page: PageView

  /// Returns the hash of an inline style or script for a content security policy.
  private static func hash(_ text: String) -> String {
    "sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())"
  }
}

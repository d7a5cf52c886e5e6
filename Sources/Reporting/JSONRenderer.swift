// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Writes `report.json`.
struct JSONRenderer: ReportRenderer {
  func render(_ report: Report) throws -> String {
    String(decoding: try ReportFile.encode(report), as: UTF8.self)
  }
}

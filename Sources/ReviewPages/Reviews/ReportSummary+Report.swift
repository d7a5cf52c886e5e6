// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Reporting
import ReviewContract

extension ReportLibrary.Summary {
  init(_ report: Report) {
    let partials = report.coverage?.partials ?? .covered
    verdict = report.verdict
    text = report.verdictText
    findings = report.findings.count(where: \.isShown)
    coverage = report.coverage.flatMap { coverage in
      coverage.counts.measurable > 0 ? "\(coverage.counts.percentage(partials: partials)) %" : nil
    }
    project = report.coverage?.project.flatMap { project in
      project.counts.measurable > 0 ? "\(project.counts.percentage(partials: partials)) %" : nil
    }
    memory = ReviewMemory(report)
    title = report.pullRequest.title
  }
}

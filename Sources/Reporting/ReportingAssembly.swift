// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewContract

/// Shows reports to people and to programs.
package struct ReportingAssembly: Assembly {
  package init() {}

  package func register(in registry: inout Registry) {
    registry.fill(.commentRenderer) { settings in MarkdownRenderer(settings) }
    registry.fill(.terminalRenderer) { settings in TerminalRenderer(settings) }
    registry.fill(.jsonRenderer) { _ in JSONRenderer() }
    registry.fill(.annotationRenderer) { _ in AnnotationRenderer() }
    registry.fill(.summaryRenderer) { _ in SummaryRenderer() }
    registry.fill(.findingRenderer) { _ in CompilerStyleRenderer() }
    registry.fill(.lineRenderer) { _ in CoverageRenderer() }
  }
}

extension Factory where Input == CommentSettings, Product == any ReportRenderer {
  /// The Markdown of the comment.
  package static var commentRenderer: Factory<CommentSettings, any ReportRenderer> { Factory("commentRenderer") }
}

extension Factory where Input == TerminalSettings, Product == any ReportRenderer {
  /// Text for a terminal.
  package static var terminalRenderer: Factory<TerminalSettings, any ReportRenderer> { Factory("terminalRenderer") }
}

extension Slot where Value == any ReportRenderer {
  /// `report.json`.
  package static var jsonRenderer: Slot<any ReportRenderer> { Slot("jsonRenderer") }
  /// Workflow commands that GitHub shows at the lines of a change.
  package static var annotationRenderer: Slot<any ReportRenderer> { Slot("annotationRenderer") }
  /// The one line of a commit status.
  package static var summaryRenderer: Slot<any ReportRenderer> { Slot("summaryRenderer") }
}

extension Slot where Value == any FindingRenderer {
  /// Findings without a report around them.
  package static var findingRenderer: Slot<any FindingRenderer> { Slot("findingRenderer") }
}

extension Slot where Value == any LineRenderer {
  /// A measurement without a report around it.
  package static var lineRenderer: Slot<any LineRenderer> { Slot("lineRenderer") }
}

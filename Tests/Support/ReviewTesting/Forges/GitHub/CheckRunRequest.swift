// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The validated request for a check run.
struct CheckRunRequest {
  private static let conclusions: Set<String> = [
    "action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out",
  ]
  private static let mostAnnotations = 50

  let commit: String?
  private let name: String?
  private let externalID: String?
  private let details: String?
  private let status: String?
  private let conclusion: String?
  private let title: String?
  private let summary: String?
  private let annotations: [JSON]

  init(_ call: ForgeCall, isNew: Bool) throws {
    guard call.token?.kind == .installation else {
      throw call.refusal(403, "You must authenticate via a GitHub App.")
    }
    let body = try call.body(["name", "head_sha", "external_id", "status", "conclusion", "output", "details_url"])
    commit = isNew ? try call.text("head_sha", in: body, atMost: 40) : nil
    name = isNew ? try call.text("name", in: body, atMost: 255) : try call.optionalText("name", in: body, atMost: 255)
    externalID = try call.optionalText("external_id", in: body, atMost: 1024)
    details = try call.optionalText("details_url", in: body, atMost: 2048)
    status = try body["status"].map { _ in
      try call.word("status", in: body, of: ["queued", "in_progress", "completed"])
    }
    conclusion = try body["conclusion"].map { _ in try call.word("conclusion", in: body, of: Self.conclusions) }
    guard let output = body["output"]?.members else {
      (title, summary, annotations) = (nil, nil, [])
      return
    }
    title = try call.text("title", in: output, atMost: 255)
    summary = try call.text("summary", in: output, atMost: 65_535)
    annotations = output["annotations"]?.elements ?? []
    guard annotations.count <= Self.mostAnnotations else {
      throw call.refusal(
        422, "No more than \(Self.mostAnnotations) items are allowed; \(annotations.count) were supplied.")
    }
    for annotation in annotations { try Self.check(annotation.members, call) }
  }

  func apply(to run: inout CheckRunRecord) {
    if let name { run.name = name }
    if let externalID { run.externalID = externalID }
    if let details { run.details = details }
    if let status {
      run.status = status
      if status != "completed" { run.conclusion = nil }
    }
    if let conclusion { (run.status, run.conclusion) = ("completed", conclusion) }
    if let title { run.title = title }
    if let summary { run.summary = summary }
    // Earlier annotations remain.
    run.annotations += annotations
  }

  private static func check(_ annotation: [String: JSON], _ call: ForgeCall) throws {
    _ = try call.text("path", in: annotation, atMost: 4096)
    _ = try call.text("message", in: annotation, atMost: 65_536)
    _ = try call.optionalText("title", in: annotation, atMost: 255)
    _ = try call.word("annotation_level", in: annotation, of: ["notice", "warning", "failure"])
    let lines = (try call.integer("start_line", in: annotation), try call.integer("end_line", in: annotation))
    guard lines.0 >= 1, lines.1 >= lines.0 else {
      throw call.refusal(422, "Invalid request. start_line and end_line are no range.")
    }
    let hasColumns = annotation["start_column"] != nil || annotation["end_column"] != nil
    guard lines.0 == lines.1 || !hasColumns else {
      throw call.refusal(422, "Invalid request. Columns are only allowed on one line.")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What one request says about a check run. Annotations are added to those that are there.
struct CheckRunChange: Encodable, Hashable, Sendable {
  struct Output: Encodable, Hashable, Sendable {
    let title: String
    let summary: String
    let annotations: [CheckAnnotation]
  }

  let name: String
  /// Only for a new check run.
  let headSha: String?
  let externalId: String
  /// Left out with a conclusion, which means that it is completed.
  let status: String?
  let conclusion: String?
  let output: Output

  /// - Parameters:
  ///   - commit: for a new check run.
  ///   - isLast: whether nothing is missing after this. Only then is the conclusion said.
  init(_ content: CheckContent, portion: ArraySlice<CheckAnnotation>, commit: String?, isLast: Bool) {
    name = content.name
    headSha = commit
    externalId = content.identity
    conclusion = isLast ? content.conclusion : nil
    status = conclusion == nil ? "in_progress" : nil
    output = Output(title: content.title, summary: content.summary, annotations: Array(portion))
  }
}

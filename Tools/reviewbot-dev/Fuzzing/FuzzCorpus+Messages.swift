// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension FuzzCorpus {
  /// The compiler's diagnostics about a value that is never used and a function that is deprecated, in
  /// `/tmp/repo/a.swift`.
  static let diagnostics = """
    RElBRwEIAAA8AAAABwGyQLRCOdBDODwggS2UgzzMQzq8gzscBIhigEBxECQLBCmkQzicw0MikEI6hMM5pII7mMM7PCTDLMjDOMhC
    OLjDOZTDA1KMQjjQgyuEQzuUw0NCkEI6hMM5mAI7hMM5PCSGKaQDO5SDK4RDO5TDg3GYQjrgQyrQw8OEzMI71IM8jEM5mEI6sEM5
    jMI7uAM9lIM70MM8HASJqoAMKgKFQCFQiBIlMKhkgcAgSE0HqAgUAoVAQUWgECgECkkCUQKDahpQESgECoFBXQ+oCBQChUBBRaAQ
    KAQKgUFlEahQESgECoGCikAhUAgUBIMCAAAAIQwAAAIAAAAUAAAAAAAAACUQAAA4AAAAGAAAAAAAAAAAIgAiL3RtcC9yZXBvL2Eu
    c3dpZnQAAAAVAICAAAAAAG5vLXVzYWdlpCAAAABwAAAAgAEAABAAAHMA8wBpbml0aWFsaXphdGlvbiBvZiBpbW11dGFibGUgdmFs
    dWUgJ3VudXNlZCcgd2FzIG5ldmVyIHVzZWQ7IGNvbnNpZGVyIHJlcGxhY2luZyB3aXRoIGFzc2lnbm1lbnQgdG8gJ18nIG9yIHJl
    bW92aW5nIGl0ABkEAAAABgAAACgAAACCAAAAQAMAAIAHAABAAEAAAAAAXwAAAAAAAAAlEAAARAAAACUAUGEOAAAARGVwcmVjYXRl
    ZERlY2xhcmF0aW9uQGh0dHBzOi8vZG9jcy5zd2lmdC5vcmcvY29tcGlsZXIvZG9jdW1lbnRhdGlvbi9kaWFnbm9zdGljcy9kZXBy
    ZWNhdGVkLWRlY2xhcmF0aW9uAAAXABQALAAAAGh0dHBzOi8vZG9jcy5zd2lmdC5vcmcvY29tcGlsZXIvZG9jdW1lbnRhdGlvbi9k
    aWFnbm9zdGljcy9kZXByZWNhdGVkLWRlY2xhcmF0aW9upFAAAADAAAAAUAYAACBAABcAFwAnbygpJyBpcyBkZXByZWNhdGVkOiBu
    bwAWCAAAAAQAAABMAAAAAgEAAEAKAABAEwAAAAAA
    """

  static let xunit = """
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites>
    <testsuite name="TestResults" errors="0" tests="3" failures="1" skipped="1" time="0.1">
    <testcase classname="ATests.Sums" name="testGood" time="0.01"></testcase>
    <testcase classname="ATests.Sums" name="testBad" time="0.02">
    <failure message="/tmp/repo/Tests/ATests/Sums.swift:12: error: Sums.testBad : XCTAssertEqual &lt;failed&gt;"></failure>
    </testcase>
    <testcase classname="ATests.Sums" name="testLater" time="0"><skipped message="not now"></skipped></testcase>
    </testsuite>
    </testsuites>
    """

  /// Events in the format of Swift Testing.
  static let events = [
    test, event("testStarted"),
    event(
      "issueRecorded",
      #","issue":{"isKnown":false,"sourceLocation":{"_filePath":"/tmp/repo/Tests/A/a.swift","line":4,"column":1}}"#
        + #","messages":[{"symbol":"fail","text":"Expectation failed: 1 == 2"},{"symbol":"details","text":"why"}]"#),
    event("testEnded"), event("runEnded"),
  ].joined(separator: "\n")

  private static let test =
    #"{"kind":"test","payload":{"id":"A.Many/par(_:)/a.swift:3:2","kind":"function","name":"par(_:)","#
    + #""sourceLocation":{"filePath":"/tmp/repo/Tests/A/a.swift","column":2,"fileID":"A/a.swift","line":3}}}"#

  private static func event(_ kind: String, _ more: String = "") -> String {
    #"{"kind":"event","payload":{"instant":{"absolute":1.5,"since1970":0},"kind":"\#(kind)","#
      + #""testID":"A.Many/par(_:)/a.swift:3:2"\#(more)}}"#
  }

  private static let commit = String(repeating: "0123456789", count: 4)

  /// Webhooks: the event's name, then the body.
  static let webhooks = [
    "ping\n{\"zen\":\"x\"}", "pull_request\n" + gitHubPull, "issue_comment\n" + gitHubComment, "push\n" + push,
    "Merge Request Hook\n" + gitLabPull, "Note Hook\n" + gitLabNote,
    "pull_request\npayload=%7B%22action%22%3A%22opened%22%7D",
  ]

  private static let repository =
    #""repository":{"id":1,"full_name":"acme/shapes","name":"shapes","owner":{"login":"acme"}}"#

  private static let gitHubPull = """
    {"action":"synchronize","number":7,"pull_request":{"number":7,"state":"open","draft":false,"updated_at":"2026-01-01T00:00:00Z",
    "user":{"login":"ada"},"head":{"ref":"circles","sha":"\(commit)","repo":{"id":1,"full_name":"acme/shapes"}},
    "base":{"ref":"main","sha":"\(commit)","repo":{"id":1,"full_name":"acme/shapes"}}},\(repository),"sender":{"login":"ada"}}
    """

  private static let gitHubComment = """
    {"action":"created","issue":{"number":7,"pull_request":{"url":"x"},"state":"open"},"comment":{"id":9,
    "body":"/reviewbot recheck","user":{"login":"ada"},"created_at":"2026-01-01T00:00:00Z"},\(repository)}
    """

  private static let push = """
    {"ref":"refs/heads/main","before":"\(commit)","after":"\(commit)","deleted":false,\(repository)}
    """

  private static let project = #""project":{"id":1,"path_with_namespace":"acme/shapes"}"#

  private static let gitLabPull = """
    {"object_kind":"merge_request",\(project),"user":{"username":"ada"},"object_attributes":{"iid":7,"action":"update",
    "state":"opened","draft":false,"oldrev":"\(commit)","updated_at":"2026-01-01 00:00:00 UTC","target_branch":"main",
    "source_branch":"circles","source_project_id":1,"target_project_id":1,"last_commit":{"id":"\(commit)"}}}
    """

  private static let gitLabNote = """
    {"object_kind":"note",\(project),"user":{"username":"ada"},"object_attributes":{"id":9,"note":"/reviewbot recheck",
    "noteable_type":"MergeRequest","action":"create"},"merge_request":{"iid":7,"state":"opened","last_commit":{"id":"\(commit)"}}}
    """

  /// Responses: the `Link` field, then the body.
  static let answers =
    [pull, "[\(pull)]", mergeRequest, "[\(mergeRequest)]", comment].map { "\n\($0)" } + [
      "<https://api.example/repos/acme/shapes/pulls?page=2>; rel=\"next\"\n[\(pull)]",
      "<?page=2>; rel=next, <https://api.example/x>; rel=\"last\"\n[]",
    ]

  private static let pull = """
    {"number":7,"title":"Circles","state":"open","draft":false,"merged":false,"user":{"login":"ada","id":5},"labels":[],
    "html_url":"https://api.example/acme/shapes/pull/7","updated_at":"2026-01-01T00:00:00Z",
    "head":{"ref":"circles","sha":"\(commit)","repo":{"id":1,"full_name":"acme/shapes"}},
    "base":{"ref":"main","sha":"\(commit)","repo":{"id":1,"full_name":"acme/shapes",
    "clone_url":"https://api.example/acme/shapes.git"}}}
    """

  private static let mergeRequest = """
    {"iid":7,"title":"Circles","state":"opened","draft":false,"author":{"username":"ada","id":5},"sha":"\(commit)",
    "web_url":"https://api.example/acme/shapes/-/merge_requests/7","source_branch":"circles","target_branch":"main",
    "source_project_id":1,"target_project_id":1,"http_url_to_repo":"https://api.example/acme/shapes.git","id":1,
    "default_branch":"main","path_with_namespace":"acme/shapes"}
    """

  private static let comment = """
    {"id":7,"body":"/reviewbot recheck","user":{"login":"ada","id":5},"author":{"username":"ada","id":5},"noteable_iid":7,
    "created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z","issue_url":"https://api.example/repos/acme/shapes/issues/7"}
    """
}

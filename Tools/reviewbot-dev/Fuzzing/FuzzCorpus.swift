// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The inputs to mutate: a small file and the export of llvm-cov of Swift 6.3 for a run of it.
enum FuzzCorpus {
  static let path = "a.swift"
  /// The folder of the file during compilation.
  static let root = "/fuzz"

  static let source = #"""
    enum Shape {
      case dot, line(Int), square(Int)

      var area: Int {
        switch self {
        case .dot, .line: return 0
        case .square(let side): return side * side
        }
      }

      func scaled(by factor: Int) -> Shape {
        precondition(factor > 0, "bad factor \(factor)")
        guard factor != 1 else { return self }
        return self.area > 0 && factor < 9 ? .square(factor) : .dot
      }

      var name: String {
        [1, 2].filter { $0 > 7 }.map { "ä\($0)" }.first ?? "none"
      }

      func fail() -> Never {
        fatalError("no")
      }
    }

    """#

  static let lcov = #"""
    SF:/fuzz/a.swift
    FN:4,a.swift:$s4prog5ShapeO4areaSivg
    FN:11,a.swift:$s4prog5ShapeO6scaled2byACSi_tF
    FN:12,a.swift:$s4prog5ShapeO6scaled2byACSi_tFSbyXEfu_
    FN:12,a.swift:$s4prog5ShapeO6scaled2byACSi_tFSSyXEfu0_
    FN:14,a.swift:$s4prog5ShapeO6scaled2byACSi_tFSbyKXEfu1_
    FN:17,a.swift:$s4prog5ShapeO4nameSSvg
    FN:18,a.swift:$s4prog5ShapeO4nameSSvgSbSiXEfU_
    FN:18,a.swift:$s4prog5ShapeO4nameSSvgSSSiXEfU0_
    FN:18,a.swift:$s4prog5ShapeO4nameSSvgSSyKXEfu_
    FN:21,a.swift:$s4prog5ShapeO4fails5NeverOyF
    FN:22,a.swift:$s4prog5ShapeO4fails5NeverOyFSSyXEfu_
    FNDA:2,a.swift:$s4prog5ShapeO4areaSivg
    FNDA:1,a.swift:$s4prog5ShapeO6scaled2byACSi_tF
    FNDA:1,a.swift:$s4prog5ShapeO6scaled2byACSi_tFSbyXEfu_
    FNDA:0,a.swift:$s4prog5ShapeO6scaled2byACSi_tFSSyXEfu0_
    FNDA:0,a.swift:$s4prog5ShapeO6scaled2byACSi_tFSbyKXEfu1_
    FNDA:1,a.swift:$s4prog5ShapeO4nameSSvg
    FNDA:2,a.swift:$s4prog5ShapeO4nameSSvgSbSiXEfU_
    FNDA:0,a.swift:$s4prog5ShapeO4nameSSvgSSSiXEfU0_
    FNDA:1,a.swift:$s4prog5ShapeO4nameSSvgSSyKXEfu_
    FNDA:0,a.swift:$s4prog5ShapeO4fails5NeverOyF
    FNDA:0,a.swift:$s4prog5ShapeO4fails5NeverOyFSSyXEfu_
    FNF:11
    FNH:6
    DA:4,2
    DA:5,2
    DA:6,2
    DA:7,2
    DA:8,2
    DA:9,2
    DA:11,1
    DA:12,1
    DA:13,1
    DA:14,0
    DA:15,1
    DA:17,1
    DA:18,2
    DA:19,1
    DA:21,0
    DA:22,0
    DA:23,0
    BRF:0
    BRH:0
    LF:24
    LH:16
    end_of_record
    SF:/fuzz/main.swift
    FN:1,main.swift:main
    FNDA:1,main.swift:main
    FNF:1
    FNH:1
    DA:1,1
    BRF:0
    BRH:0
    LF:1
    LH:1
    end_of_record

    """#

  static let json = #"""
    {"data":[{"files":[{"branches":[],"expansions":[],"filename":"/fuzz/a.swift","mcdc_records":[],"segm\#
    ents":[[4,17,2,true,true,false],[5,12,2,true,true,false],[5,16,2,true,false,false],[6,5,1,true,true,\#
    false],[6,31,2,true,false,false],[7,5,1,true,true,false],[7,47,2,true,false,false],[9,4,0,false,fals\#
    e,false],[11,40,1,true,true,false],[12,18,1,true,true,false],[12,28,1,true,false,false],[12,30,0,tru\#
    e,true,false],[12,52,1,true,false,false],[13,28,1,true,true,false],[13,43,0,true,true,false],[14,29,\#
    0,true,true,false],[14,39,0,true,false,false],[14,42,0,true,true,false],[14,57,0,true,false,false],[\#
    14,60,0,true,true,false],[14,64,1,true,false,false],[15,4,0,false,false,false],[17,20,1,true,true,fa\#
    lse],[18,19,2,true,true,false],[18,29,1,true,false,false],[18,34,0,true,true,false],[18,47,1,true,fa\#
    lse,false],[18,57,1,true,true,false],[18,63,1,true,false,false],[19,4,0,false,false,false],[21,24,0,\#
    true,true,false],[22,16,0,true,true,false],[22,20,0,true,false,false],[23,4,0,false,false,false]],"s\#
    ummary":{"branches":{"count":0,"covered":0,"notcovered":0,"percent":0},"functions":{"count":11,"cove\#
    red":6,"percent":54.54545454545454},"instantiations":{"count":11,"covered":6,"percent":54.5454545454\#
    5454},"lines":{"count":24,"covered":16,"percent":66.66666666666666},"mcdc":{"count":0,"covered":0,"n\#
    otcovered":0,"percent":0},"regions":{"count":18,"covered":10,"notcovered":8,"percent":55.55555555555\#
    556}}},{"branches":[],"expansions":[],"filename":"/fuzz/main.swift","mcdc_records":[],"segments":[[1\#
    ,1,1,true,true,false],[1,74,0,false,false,false]],"summary":{"branches":{"count":0,"covered":0,"notc\#
    overed":0,"percent":0},"functions":{"count":1,"covered":1,"percent":100},"instantiations":{"count":1\#
    ,"covered":1,"percent":100},"lines":{"count":1,"covered":1,"percent":100},"mcdc":{"count":0,"covered\#
    ":0,"notcovered":0,"percent":0},"regions":{"count":1,"covered":1,"notcovered":0,"percent":100}}}],"f\#
    unctions":[{"branches":[],"count":2,"filenames":["/fuzz/a.swift"],"mcdc_records":[],"name":"a.swift:\#
    $s4prog5ShapeO4areaSivg","regions":[[4,17,9,4,2,0,0,0],[5,12,5,16,2,0,0,0],[6,5,6,31,1,0,0,0],[7,5,7\#
    ,47,1,0,0,0]]},{"branches":[],"count":1,"filenames":["/fuzz/a.swift"],"mcdc_records":[],"name":"a.sw\#
    ift:$s4prog5ShapeO6scaled2byACSi_tF","regions":[[11,40,15,4,1,0,0,0],[13,28,13,43,1,0,0,0],[13,43,14\#
    ,64,0,0,0,0],[14,42,14,57,0,0,0,0],[14,60,14,64,0,0,0,0]]}],"totals":{"branches":{"count":0,"covered\#
    ":0,"notcovered":0,"percent":0},"functions":{"count":12,"covered":7,"percent":58.333333333333336},"i\#
    nstantiations":{"count":12,"covered":7,"percent":58.333333333333336},"lines":{"count":25,"covered":1\#
    7,"percent":68},"mcdc":{"count":0,"covered":0,"notcovered":0,"percent":0},"regions":{"count":19,"cov\#
    ered":11,"notcovered":8,"percent":57.89473684210527}}}],"type":"llvm.coverage.json.export","version"\#
    :"3.0.1"}
    """#

  /// The output of `xccov view --archive --json`, shortened.
  static let xcodeLines = #"""
    {"\/fuzz\/a.swift":[{"line":3,"isExecutable":false},{"line":4,"isExecutable":true,"executionCount":2},
    {"line":6,"isExecutable":true,"executionCount":2,"subranges":[{"column":5,"executionCount":0,"length":12}]},
    {"line":7,"isExecutable":true,"executionCount":0,"subranges":[]},{"executionCount":1,"isExecutable":true,"line":12}]}
    """#

  /// The output of `xccov view --report --json`, shortened.
  static let xcodeFunctions = #"""
    {"coveredLines":2,"executableLines":3,"targets":[{"name":"A","files":[{"path":"/fuzz/a.swift","name":"a.swift",
    "functions":[{"name":"area","lineNumber":4,"executionCount":2,"executableLines":3}]}]}],"lineCoverage":0.6}
    """#
}

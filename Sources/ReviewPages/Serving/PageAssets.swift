// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Reporting

/// The style sheets, scripts and the icon of the pages. Their addresses contain a digest of their text, so that browsers
/// keep them.
enum PageAssets {
  private struct Asset {
    let name: String
    let type: String
    let text: String

    var digest: String {
      SHA256.hash(data: Data(text.utf8)).prefix(8).map { String(format: "%02x", $0) }.joined()
    }

    var address: String { "/assets/\(digest)/\(name)" }
  }

  private static let style = Asset(
    name: "pages.css", type: "text/css; charset=utf-8",
    text: ReportDocument.style + "\n" + PlotFigure.style + "\n"
      + String(decoding: PackageResources.pages_css, as: UTF8.self))
  private static let script = Asset(
    name: "pages.js", type: "text/javascript; charset=utf-8",
    text: String(decoding: PackageResources.pages_js, as: UTF8.self))
  private static let report = Asset(
    name: "report.js", type: "text/javascript; charset=utf-8", text: ReportDocument.script)
  private static let icon = Asset(
    name: "icon.svg", type: "image/svg+xml", text: String(decoding: PackageResources.icon_svg, as: UTF8.self))

  static let styleAddress = style.address
  static let scriptAddress = script.address
  static let reportScriptAddress = report.address
  static let iconAddress = icon.address

  private static let all = Dictionary(
    uniqueKeysWithValues: [style, script, report, icon].map { ($0.address, $0) })

  static func response(_ path: String) -> Response? {
    guard let asset = all[path] else { return nil }
    var response = Response.text(asset.text, type: asset.type)
    response.headers[HTTPField.Name.cacheControl] = "public, max-age=31536000, immutable"
    return response
  }
}

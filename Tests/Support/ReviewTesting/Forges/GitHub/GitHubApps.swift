// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// GitHub Apps: their installations, and the tokens of these.
enum GitHubApps {
  private static let lifetime: TimeInterval = 3600

  static func routes(_ repository: String) -> [ForgeRoute] {
    [
      ForgeRoute("GET", "\(repository)/installation", "apps/get-repo-installation", .app) { call in
        let name = call.repositoryName
        guard let app = call.forge.look({ $0.app }),
          let installation = app.installations.first(where: { $0.repositories.contains(name) })
        else { throw ForgeRefusal(404, "Not Found") }
        return try .json([
          "id": .integer(installation.id), "app_id": .integer(app.id), "app_slug": .text(app.slug),
          "account": call.gitHub.user(installation.account), "permissions": permissions(installation.permissions),
          "repository_selection": "selected",
        ])
      },
      ForgeRoute("GET", "app/installations", "apps/list-installations", .app) { call in
        let installations = call.forge.look { $0.app?.installations } ?? []
        return try .json(
          .list(
            installations.map { installation in
              [
                "id": .integer(installation.id), "account": call.gitHub.user(installation.account),
                "app_slug": .text(call.forge.look { $0.app?.slug } ?? ""),
                "permissions": permissions(installation.permissions), "repository_selection": "selected",
                "suspended_at": .null,
              ]
            }))
      },
      ForgeRoute(
        "POST", "app/installations/:id/access_tokens", "apps/create-installation-access-token", .app, makeToken),
    ]
  }

  private static func makeToken(_ call: ForgeCall) throws -> ForgeResponse {
    let id = try call.number("id")
    guard let app = call.forge.look({ $0.app }), let installation = app.installations.first(where: { $0.id == id })
    else { throw ForgeRefusal(404, "Not Found") }
    let body = try call.body(["repositories", "permissions"])
    let wanted = body["permissions"]?.members.compactMapValues(\.text) ?? installation.permissions
    let levels = ["none", "read", "write", "admin"]
    for (name, level) in wanted {
      let granted = levels.firstIndex(of: installation.permissions[name] ?? "none") ?? 0
      guard let level = levels.firstIndex(of: level), level <= granted else {
        throw call.refusal(422, "The permissions requested are not granted to this installation.")
      }
    }
    let names = body["repositories"]?.elements.compactMap(\.text)
    let chosen = installation.repositories.filter { repository in
      names?.contains { repository.hasSuffix("/\($0)") } ?? true
    }
    guard chosen.count == names?.count ?? chosen.count else {
      throw call.refusal(422, "There is at least one repository that does not exist or is not accessible.")
    }
    let token = ForgeToken(
      value: "ghs_" + UUID().uuidString.replacing("-", with: ""), kind: .installation, login: app.login,
      repositories: chosen, permissions: wanted, expiry: Date().addingTimeInterval(lifetime))
    call.forge.change { $0.tokens[token.value] = token }
    return try .created([
      "token": .text(token.value), "expires_at": GitHubObjects.date(token.expiry ?? Date()),
      "permissions": permissions(wanted), "repository_selection": "selected",
    ])
  }

  private static func permissions(_ permissions: [String: String]) -> JSON {
    .object(permissions.mapValues { .text($0) })
  }
}

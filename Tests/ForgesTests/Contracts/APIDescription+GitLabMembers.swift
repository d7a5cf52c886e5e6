// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

extension APIDescription {
  /// The operations that GitLab's descriptions omit, after the page on members in its documentation (doc/api/members).
  static func gitLabMembers() throws -> APIDescription {
    APIDescription(root: try JSONValue.parse(Data(members.utf8)))
  }

  private static let members = """
    {"paths": {"/api/v4/projects/{id}/members/all": {"get": {
      "parameters": [
        {"name": "id", "in": "path", "type": "string", "required": true},
        {"name": "query", "in": "query", "type": "string"},
        {"name": "user_ids", "in": "query", "type": "array", "items": {"type": "integer"}},
        {"name": "show_seat_info", "in": "query", "type": "boolean"},
        {"name": "state", "in": "query", "type": "string", "enum": ["awaiting", "active"]},
        {"name": "page", "in": "query", "type": "integer"},
        {"name": "per_page", "in": "query", "type": "integer"}
      ],
      "responses": {"200": {"schema": {"type": "array", "items": {"type": "object", "properties": {
        "id": {"type": "integer"}, "username": {"type": "string"}, "name": {"type": "string"},
        "state": {"type": "string"}, "locked": {"type": "boolean"}, "avatar_url": {"type": "string"},
        "web_url": {"type": "string"}, "created_at": {"type": "string"}, "created_by": {"type": "object"},
        "expires_at": {"type": "string"}, "access_level": {"type": "integer"},
        "membership_state": {"type": "string"}, "email": {"type": "string"}, "is_using_seat": {"type": "boolean"}
      }}}}}
    }}}}
    """
}

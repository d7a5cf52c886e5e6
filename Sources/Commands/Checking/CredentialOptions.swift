// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ReviewHost

/// The options for the credential of a forge.
struct CredentialOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A file that contains the token.", valueName: "FILE"))
  var tokenFile: String?

  @Option(help: ArgumentHelp("The GitHub App to create tokens for; or REVIEWBOT_APP_ID.", valueName: "ID"))
  var appId: String?

  @Option(help: ArgumentHelp("The app's private key in PEM; or REVIEWBOT_APP_KEY_FILE.", valueName: "FILE"))
  var appKeyFile: String?

  var choice: CredentialChoice { CredentialChoice(tokenFile: tokenFile, appID: appId, appKeyFile: appKeyFile) }
}

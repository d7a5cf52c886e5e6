// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Logging
import Observability
import ReviewContract

@testable import ConfigurationFiles

/// Samples of the operator's file, and their values.
enum ServerSample {
  static let forge =
    "forges: [{kind: github, webhook_secrets: [/s], token: /t, repositories: [acme/shapes]}]"

  static var small: ServerConfiguration {
    var forge = ServedForge()
    forge.webhookSecrets = [SecretFile("/s")]
    forge.token = SecretFile("/t")
    forge.repositories = ["acme/shapes"]
    var configuration = ServerConfiguration()
    configuration.forges = [forge]
    return configuration
  }

  static let everyKey = """
    version: 1
    listen: "[::1]:0"
    trusted_proxies: [10.0.0.0/8, "fd00::/64"]
    management_listen: 0.0.0.0:9090
    state: /srv/reviewbot/
    queue: {connection: "host=db.example.com dbname='q r'", password_file: /etc/q}
    name: our/bot
    allowed_labels: [swift-6.3, large]
    forges:
      - kind: gitea
        name: our-gitea
        url: https://Git.example.com:443/forge/
        api: http://127.0.0.1:3000/api/v1
        webhook_secrets: [/etc/a, /etc/b]
        token: /etc/c
        repositories: [acme/shapes, "acme/*"]
        fork_pull_requests: ignore
        trusted_accounts: [octocat, "dependabot[bot]"]
        drafts: skip
        write_spacing: {burst: 40, per_minute: 600, interval: 1m}
      - {kind: gitlab, webhook_secrets: [/s], token: /t, repositories: ["group/**"]}
      - {kind: github, webhook_secrets: [/s], app: {id: 12345, key: /k}, repositories: ["*/*"], fork_pull_requests: run, sign_in: {id: Iv1.8a61, secret: /i}}
    sandbox: {backend: container, image: registry.example.com:5000/swift@sha256:ab, runtime: runsc}
    dependencies:
      allowed_hosts: [git.example.com:8443, "git.example.com=10.0.0.0/8"]
      tokens: [{host: Git.example.com, file: /etc/d}]
      mirrors: [{from: "https://github.com/acme/", to: /srv/mirrors/acme/}, {from: "git@host:", to: "ssh://git@other:22"}]
    limits:
      workers: 3
      workers_per_repository: 4
      attempts: 6
      fetch_timeout: 600s
      mirrors_size: 1024G
      free_space: 3G
      shutdown_grace_period: 24h
      body_size: 1024K
      bodies_in_flight: 1M
      connections: 7
      request_timeout: 10s
    retention: {deliveries: 3d, jobs: 48h, publications: 1d, approvals: 3650d}
    reconcile: {interval: off}
    discovery: {interval: 6h, archived: true, forks: true, limit: 7}
    pages: {url: "https://Reviews.example.com/", listen: "[::1]:8081", access: public, links: 14d, connections: 50}
    log: {level: trace, format: json}
    """

  static var everyValue: ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.listen = "[::1]:0"
    configuration.managementListen = "0.0.0.0:9090"
    configuration.trustedProxies = ["10.0.0.0/8", "fd00::/64"]
    configuration.state = "/srv/reviewbot"
    configuration.queue = QueueDatabase(
      connection: DatabaseConnection("host=db.example.com dbname='q r'"), passwordFile: SecretFile("/etc/q"))
    configuration.name = "our/bot"
    configuration.allowedLabels = ["swift-6.3", "large"]
    configuration.forges = everyForge
    configuration.sandbox.backend = .container
    configuration.sandbox.image = "registry.example.com:5000/swift@sha256:ab"
    configuration.sandbox.runtime = "runsc"
    configuration.dependencies.allowedHosts = ["git.example.com:8443", "git.example.com=10.0.0.0/8"]
    configuration.dependencies.tokens = [DependencyToken(host: "git.example.com", file: SecretFile("/etc/d"))]
    configuration.dependencies.mirrors = [
      URLRewrite(from: "https://github.com/acme/", to: "/srv/mirrors/acme/"),
      URLRewrite(from: "git@host:", to: "ssh://git@other:22"),
    ]
    configuration.limits.workers = 3
    configuration.limits.workersPerRepository = 4
    configuration.limits.attempts = 6
    configuration.limits.fetchTimeout = "10m"
    configuration.limits.mirrorsSize = "1T"
    configuration.limits.freeSpace = "3G"
    configuration.limits.shutdownGracePeriod = "1d"
    configuration.limits.bodySize = "1M"
    configuration.limits.bodiesInFlight = "1M"
    configuration.limits.connections = 7
    configuration.limits.requestTimeout = "10s"
    configuration.retention.deliveries = "3d"
    configuration.retention.jobs = "2d"
    configuration.retention.publications = "1d"
    configuration.retention.approvals = "3650d"
    configuration.reconcile.interval = .off
    configuration.discovery.interval = "6h"
    configuration.discovery.archived = true
    configuration.discovery.forks = true
    configuration.discovery.limit = 7
    configuration.pages.url = "https://reviews.example.com"
    configuration.pages.listen = "[::1]:8081"
    configuration.pages.access = .everyone
    configuration.pages.links = "14d"
    configuration.pages.connections = 50
    configuration.log.level = .trace
    configuration.log.format = .json
    return configuration
  }

  private static var everyForge: [ServedForge] {
    var gitea = ServedForge()
    gitea.name = "our-gitea"
    gitea.kind = .gitea
    gitea.url = "https://git.example.com/forge"
    gitea.api = "http://127.0.0.1:3000/api/v1"
    gitea.webhookSecrets = [SecretFile("/etc/a"), SecretFile("/etc/b")]
    gitea.token = SecretFile("/etc/c")
    gitea.repositories = ["acme/shapes", "acme/*"]
    gitea.forkPullRequests = .ignore
    gitea.trustedAccounts = ["octocat", "dependabot[bot]"]
    gitea.drafts = .skip
    gitea.writeSpacing = WriteSpacing(burst: 40, perMinute: 600, interval: "1m")
    var gitlab = ServedForge()
    gitlab.name = "gitlab"
    gitlab.kind = .gitlab
    gitlab.url = "https://gitlab.com"
    gitlab.webhookSecrets = [SecretFile("/s")]
    gitlab.token = SecretFile("/t")
    gitlab.repositories = ["group/**"]
    var github = ServedForge()
    github.webhookSecrets = [SecretFile("/s")]
    github.app = AppFiles(id: "12345", key: SecretFile("/k"))
    github.repositories = ["*/*"]
    github.forkPullRequests = .run
    github.signIn = SignInFiles(id: "Iv1.8a61", secret: SecretFile("/i"))
    return [gitea, gitlab, github]
  }
}

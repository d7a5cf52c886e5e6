// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#if PostgreSQL
  /// The tables of a queue, in their own schema `reviewbot`.
  ///
  /// A version that was released is never changed; a new one is added at the end. Machines are upgraded one after the
  /// other: the previous program still works with the tables of a new version. Columns and tables that a version no
  /// longer uses are removed by the next one.
  enum PostgresSchema {
    /// A migration from one version to the next.
    struct Migration {
      let script: String
      /// The oldest version whose program works with the migrated tables.
      let oldest: Int
    }

    static let name = "reviewbot"

    static let migrations = [
      Migration(script: version1, oldest: 1), Migration(script: version2, oldest: 1),
      Migration(script: version3, oldest: 2), Migration(script: version4, oldest: 3),
      Migration(script: version5, oldest: 4), Migration(script: version6, oldest: 5),
      Migration(script: version7, oldest: 6), Migration(script: version8, oldest: 7),
    ]

    /// Times are milliseconds since 1970. Partial indexes keep open jobs, which are queried often, apart from finished
    /// ones, which are most.
    private static let version1 = """
      -- Empty but in tests, where it stands for the clock.
      CREATE TABLE manual_time(id integer PRIMARY KEY CHECK(id = 1), now bigint NOT NULL);
      CREATE FUNCTION queue_now() RETURNS bigint LANGUAGE sql VOLATILE AS $$
        SELECT coalesce(
          (SELECT now FROM reviewbot.manual_time), floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)
      $$;

      CREATE TABLE tally(name text PRIMARY KEY, count bigint NOT NULL);

      -- What was done, until nobody can ask again. The outcome is missing only inside the transaction.
      CREATE TABLE operation(id uuid PRIMARY KEY, at bigint NOT NULL, outcome text);
      CREATE INDEX operation_at ON operation(at);

      -- One for all claims: it also says which repository was served last.
      CREATE SEQUENCE fence;

      CREATE TABLE repository(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, forge text NOT NULL, name text NOT NULL,
        last_served bigint NOT NULL DEFAULT 0, UNIQUE(forge, name));

      CREATE TABLE pull_request(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL REFERENCES repository,
        number bigint NOT NULL, forge_updated_at bigint, reviewed_head text, reviewed_base text,
        cancellations integer NOT NULL DEFAULT 0, touched_at bigint NOT NULL, UNIQUE(repository, number));
      CREATE INDEX pull_request_touched ON pull_request(touched_at);

      CREATE TABLE job(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, repository bigint NOT NULL,
        pull_request bigint NOT NULL REFERENCES pull_request ON DELETE CASCADE,
        kind text NOT NULL, subject text NOT NULL, head text NOT NULL, base text,
        needs_approval boolean NOT NULL, priority integer NOT NULL,
        state text NOT NULL CHECK(state IN ('waiting', 'queued', 'running', 'done', 'superseded', 'cancelled', 'dead')),
        -- Whether a queued job's time has come.
        ready boolean NOT NULL,
        -- The order within a repository: queued_at, later by the ageing for each step of priority.
        rank bigint NOT NULL,
        attempts integer NOT NULL, losses integer NOT NULL, owner text,
        -- The machine and the start of its daemon that claimed it last.
        machine text, incarnation text,
        fence bigint NOT NULL, lease_until bigint, cancellation text, error text, verdict text,
        queued_at bigint NOT NULL, not_before bigint NOT NULL, created_at bigint NOT NULL, started_at bigint,
        finished_at bigint,
        CHECK((state = 'running') = (owner IS NOT NULL)),
        CHECK((state = 'running') = (lease_until IS NOT NULL)),
        CHECK((state IN ('waiting', 'queued', 'running')) = (finished_at IS NULL)),
        CHECK(NOT ready OR state = 'queued'));
      CREATE UNIQUE INDEX job_one_open ON job(pull_request, kind, subject) WHERE state IN ('waiting', 'queued');
      CREATE UNIQUE INDEX job_one_running ON job(pull_request, kind) WHERE state = 'running';
      CREATE INDEX job_ready ON job(repository, rank, id) WHERE ready;
      CREATE INDEX job_delayed ON job(not_before) WHERE state = 'queued' AND NOT ready;
      CREATE INDEX job_running ON job(repository) WHERE state = 'running';
      CREATE INDEX job_lease ON job(lease_until) WHERE state = 'running';
      CREATE INDEX job_oldest ON job(queued_at) WHERE state = 'queued';
      CREATE INDEX job_waiting ON job(id) WHERE state = 'waiting';
      CREATE INDEX job_dead ON job(id) WHERE state = 'dead';
      CREATE INDEX job_finished ON job(finished_at) WHERE finished_at IS NOT NULL;
      CREATE INDEX job_of_pull_request ON job(pull_request, id);

      CREATE TABLE delivery(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, forge text NOT NULL, guid text NOT NULL,
        event text NOT NULL, action text, repository_forge text, repository_name text, number bigint, head text,
        base text, body_digest text NOT NULL, received_at bigint NOT NULL, outcome text NOT NULL, job bigint,
        UNIQUE(forge, guid));
      CREATE INDEX delivery_received ON delivery(received_at);

      CREATE TABLE approval(
        pull_request bigint NOT NULL REFERENCES pull_request ON DELETE CASCADE, head text NOT NULL,
        approver text NOT NULL, given_at bigint NOT NULL, PRIMARY KEY(pull_request, head));
      CREATE INDEX approval_given ON approval(given_at);

      CREATE TABLE publication(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        pull_request bigint NOT NULL REFERENCES pull_request ON DELETE CASCADE,
        channel text NOT NULL, name text NOT NULL,
        -- The head, or nothing where there is one publication for all heads.
        scope text NOT NULL, head text NOT NULL, remote_id text, fingerprint text, intended text,
        changed_at bigint NOT NULL, UNIQUE(pull_request, channel, name, scope));
      CREATE INDEX publication_changed ON publication(changed_at) WHERE channel <> 'comment';

      -- An empty forge or name stands for any.
      CREATE TABLE pause(
        forge text NOT NULL, name text NOT NULL, since bigint NOT NULL, author text NOT NULL, PRIMARY KEY(forge, name));
      """

    private static let version2 = """
      -- Whether the last start of a machine's daemon closed the queue.
      CREATE TABLE machine(id text PRIMARY KEY, incarnation text NOT NULL, is_closed boolean NOT NULL);

      CREATE TABLE shared_value(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL, subject text NOT NULL,
        name text NOT NULL, size bigint NOT NULL, expires_at bigint NOT NULL, UNIQUE(kind, subject, name));
      CREATE INDEX shared_value_expiry ON shared_value(expires_at);

      -- A value in parts, so that neither side has to hold a large one as one statement.
      CREATE TABLE shared_value_part(
        value bigint NOT NULL REFERENCES shared_value ON DELETE CASCADE, part integer NOT NULL, content bytea NOT NULL,
        PRIMARY KEY(value, part));

      CREATE TABLE job_log(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job bigint NOT NULL, content text NOT NULL,
        expires_at bigint NOT NULL);
      CREATE INDEX job_log_of_job ON job_log(job, id);
      CREATE INDEX job_log_expiry ON job_log(expires_at);
      """

    private static let version3 = """
      -- The oldest version whose program works with the tables.
      ALTER TABLE schema_version ADD COLUMN oldest integer NOT NULL DEFAULT 1;

      -- The values of the operator's policy that all processes follow.
      CREATE TABLE policy(
        id integer PRIMARY KEY CHECK(id = 1), content jsonb NOT NULL CHECK(jsonb_typeof(content) = 'object'),
        applied_at bigint NOT NULL, author text NOT NULL);

      -- Where the queue was before it was moved here: the machine's identifier, and how many rows of each table came.
      CREATE TABLE conversion(
        id integer PRIMARY KEY CHECK(id = 1), machine text NOT NULL, at bigint NOT NULL, counts jsonb NOT NULL);
      """

    private static let version4 = """
      -- What chooses the workers of a repository: the labels that it asks for, and the machine of its last build. It is no
      -- part of the repository's row, which claims lock before pull requests, and what ends a job after them.
      CREATE TABLE routing(
        repository bigint PRIMARY KEY REFERENCES repository, labels jsonb NOT NULL DEFAULT '[]', machine text);

      ALTER TABLE job ADD COLUMN labels jsonb NOT NULL DEFAULT '[]';
      """

    private static let version5 = """
      -- When requests with the credentials of forges may be sent. The name of a credential is a digest.
      CREATE TABLE pacing(credential text PRIMARY KEY, next_write bigint NOT NULL, paused_until bigint NOT NULL);
      """

    private static let version6 = """
      -- Whether reconciliation queues a dead job again.
      ALTER TABLE job ADD COLUMN revival text;
      """

    private static let version7 = """
      -- When the bucket of writes is full again, until when writes are slowed, and the time that was reserved last.
      ALTER TABLE pacing ADD COLUMN bucket_full bigint NOT NULL DEFAULT 0,
        ADD COLUMN slow_until bigint NOT NULL DEFAULT 0, ADD COLUMN reserved bigint NOT NULL DEFAULT 0;

      -- What operators did, and why. A job's record outlives the job.
      CREATE TABLE operator_command(
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL, command text NOT NULL,
        subject text NOT NULL, job bigint, person text NOT NULL, reason text);
      CREATE INDEX operator_command_job ON operator_command(job) WHERE job IS NOT NULL;
      CREATE INDEX operator_command_at ON operator_command(at);

      ALTER TABLE pause ADD COLUMN reason text;
      """

    private static let version8 = """
      -- The findings that are left out of the review of one head.
      CREATE TABLE ignored_finding(
        pull_request bigint NOT NULL REFERENCES pull_request ON DELETE CASCADE, head text NOT NULL,
        finding text NOT NULL, account text NOT NULL, ignored_at bigint NOT NULL,
        PRIMARY KEY(pull_request, head, finding));
      CREATE INDEX ignored_finding_at ON ignored_finding(ignored_at);
      """
  }
#endif

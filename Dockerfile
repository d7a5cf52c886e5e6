# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# An image of reviewbot with a Swift toolchain, which builds the packages under review:
#
#   docker build --tag reviewbot .
#   docker run --rm --volume "$PWD:/repository" reviewbot check --repo /repository --pr 1 --output /tmp/report
#
# As a server, whose configuration has listen: 0.0.0.0:8080, with secrets that belong to the user reviewbot (chmod 600):
#
#   docker run --init --volume "$PWD/etc:/etc/reviewbot:ro" --volume reviewbot:/var/lib/reviewbot --publish 127.0.0.1:8080:8080 \
#     --stop-timeout 60 reviewbot serve --config /etc/reviewbot/server.yml
#
# Docker's default restrictions prevent a sandbox in the container. These options permit one, which pull requests from other
# repositories require (Documentation/operating.md explains each option):
#
#   docker run --security-opt seccomp=config/reviewbot.seccomp.json --security-opt systempaths=unconfined \
#     --security-opt apparmor=unconfined --security-opt no-new-privileges --cap-drop ALL …

FROM swift:6.3-bookworm AS build
WORKDIR /reviewbot
COPY .ci .ci
COPY Package.swift ./
COPY Lint Lint
COPY Sources Sources
COPY Tests Tests
COPY Tools Tools
# libpq's header enables the queue in PostgreSQL.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libpq-dev \
  && .ci/steps install build_release && cp .build/release/reviewbot /usr/local/bin/reviewbot

# A review builds the pull request, so the final image needs the toolchain, too.
FROM swift:6.3-bookworm
# The state of serve is a volume. It is not declared, because check needs none; created here, it belongs to the user.
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends bubblewrap ca-certificates libcurl4 libgit2-1.5 libpq5 libsqlite3-0 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home reviewbot \
  && install -d -o reviewbot -g reviewbot -m 700 /var/lib/reviewbot \
  # The mounted repository belongs to another user.
  && printf '[safe]\n\tdirectory = /repository\n' > /etc/gitconfig
COPY --from=build /usr/local/bin/reviewbot /usr/local/bin/reviewbot
# The default port of serve.
EXPOSE 8080
USER reviewbot
WORKDIR /home/reviewbot
ENTRYPOINT ["reviewbot"]

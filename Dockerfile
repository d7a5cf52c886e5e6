# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# The program in an image that can build Swift packages:
#
#   docker build --tag reviewbot .
#   docker run --rm --volume "$PWD:/repository" reviewbot check --repo /repository --pr 1 --output /tmp/report
#
# As a server, with a file that says listen: 0.0.0.0:8080, and secrets that the user reviewbot owns (chmod 600):
#
#   docker run --init --volume "$PWD/etc:/etc/reviewbot:ro" --volume reviewbot:/var/lib/reviewbot --publish 127.0.0.1:8080:8080 \
#     --stop-timeout 60 reviewbot serve --config /etc/reviewbot/server.yml
#
# Docker's own restrictions keep it from making a sandbox inside; to have one, for pull requests from other repositories
# (Documentation/operating.md says what each option is for):
#
#   docker run --security-opt seccomp=config/reviewbot.seccomp.json --security-opt systempaths=unconfined \
#     --security-opt apparmor=unconfined --security-opt no-new-privileges --cap-drop ALL …

FROM swift:6.3-bookworm AS build
WORKDIR /reviewbot
COPY .ci .ci
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
# With libpq's header, the queue can be kept in PostgreSQL.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libpq-dev \
  && .ci/steps install build_release && cp .build/release/reviewbot /usr/local/bin/reviewbot

# Reviewing a pull request builds it, so the image that runs needs the toolchain as well.
FROM swift:6.3-bookworm
# What serve keeps is a volume, not declared as one because check needs none; made here, it belongs to the user.
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends bubblewrap ca-certificates libcurl4 libgit2-1.5 libpq5 libsqlite3-0 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home reviewbot \
  && install -d -o reviewbot -g reviewbot -m 700 /var/lib/reviewbot \
  # The mounted repository belongs to another user.
  && printf '[safe]\n\tdirectory = /repository\n' > /etc/gitconfig
COPY --from=build /usr/local/bin/reviewbot /usr/local/bin/reviewbot
# Where serve listens by default.
EXPOSE 8080
USER reviewbot
WORKDIR /home/reviewbot
ENTRYPOINT ["reviewbot"]

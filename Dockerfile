# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
#
# The program in an image that can build Swift packages:
#
#   docker build --tag reviewbot .
#   docker run --rm --volume "$PWD:/repository" reviewbot check --repo /repository --pr 1 --output /tmp/report
#
# Docker's own restrictions keep it from making a sandbox inside; to have one, for pull requests from other repositories:
#
#   docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined …

FROM swift:6.3-bookworm AS build
WORKDIR /reviewbot
COPY .ci .ci
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN .ci/steps install build_release && cp .build/release/reviewbot /usr/local/bin/reviewbot

# Reviewing a pull request builds it, so the image that runs needs the toolchain as well.
FROM swift:6.3-bookworm
RUN apt-get update -qq \
  && apt-get install -y -qq --no-install-recommends bubblewrap ca-certificates libcurl4 libgit2-1.5 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home reviewbot
COPY --from=build /usr/local/bin/reviewbot /usr/local/bin/reviewbot
USER reviewbot
WORKDIR /home/reviewbot
ENTRYPOINT ["reviewbot"]

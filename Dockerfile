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
COPY . .
# The package only: SOURCE_DATE_EPOCH is the time of its files, because the image has no git history.
RUN apt-get update -qq && SOURCE_DATE_EPOCH=0 .ci/steps install install_dist dist_program dist_stage check_staged dist_deb

# A review builds the pull request, so the final image needs the toolchain, too.
FROM swift:6.3-bookworm
RUN --mount=type=bind,from=build,source=/reviewbot/dist,target=/dist \
  apt-get update -qq && apt-get install -y -qq /dist/reviewbot_*.deb libpq5 && rm -rf /var/lib/apt/lists/* \
  # The mounted repository belongs to another user.
  && printf '[safe]\n\tdirectory = /repository\n' > /etc/gitconfig \
  # The id that the manifests in config/kubernetes name, and a home for the caches of check.
  && groupmod --gid 1000 reviewbot && usermod --uid 1000 --home /home/reviewbot reviewbot \
  && install -d -o reviewbot -g reviewbot -m 700 /home/reviewbot /var/lib/reviewbot
# The default port of serve.
EXPOSE 8080
USER reviewbot
ENV HOME=/home/reviewbot
WORKDIR /home/reviewbot
ENTRYPOINT ["reviewbot"]

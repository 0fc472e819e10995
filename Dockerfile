# The page and the server, built from the sources.
FROM rust:1-bookworm AS build
RUN rustup target add wasm32-unknown-unknown
WORKDIR /pairperf
COPY . .
# The names of functions stay, for a backtrace that can be read.
ENV CARGO_PROFILE_RELEASE_STRIP=debuginfo
# One step, so that no layer keeps what was only needed on the way.
RUN cargo xtask bundle \
    && cargo build --release --locked \
    && mv target/release/pairperf /usr/local/bin/pairperf \
    && rm -rf target

# What runs: one file, a user of its own, and a folder for what is kept.
FROM debian:bookworm-slim
RUN useradd --uid 7575 --home-dir /var/lib/pairperf --no-create-home --shell /usr/sbin/nologin pairperf \
    && install --directory --owner=pairperf --group=pairperf --mode=0700 /var/lib/pairperf
COPY --from=build /usr/local/bin/pairperf /usr/local/bin/pairperf
# The data folder is $XDG_DATA_HOME/pairperf, for `serve` and for every command run beside it.
ENV XDG_DATA_HOME=/var/lib
VOLUME /var/lib/pairperf
# Only one of the two machines must be reachable, at this port.
EXPOSE 7575/tcp 7575/udp
# By number, so that it can be seen from outside that this is not root.
USER 7575:7575
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["pairperf", "health"]
ENTRYPOINT ["pairperf"]
CMD ["serve"]

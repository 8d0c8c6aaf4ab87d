# The program is built on this machine's architecture, also for another: docker buildx build --platform linux/amd64,linux/arm64 .
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH VERSION= COMMIT=
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -buildvcs=false -ldflags="-s -w -X main.version=$VERSION -X main.commit=$COMMIT" -o /stackmate ./cmd/stackmate && mkdir /data
RUN CGO_ENABLED=0 go run ./cmd/licences ./cmd/stackmate >/licences.txt

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /stackmate /licences.txt /
COPY --from=build --chown=65532:65532 /data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
# /data/config.yaml is the configuration. The variable stands in for its health.listen.
ENV STACKMATE_HEALTH_LISTEN=127.0.0.1:8080
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["/stackmate", "health", "--config", "/data/config.yaml"]
ENTRYPOINT ["/stackmate"]
CMD ["serve", "--config", "/data/config.yaml"]

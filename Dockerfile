# One image for all processes; docker-compose.yml names the command of each. Debian, because the native library of the
# Temporal SDK needs glibc and does not run on Alpine.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY dev/api-client/package.json dev/api-client/
# No dependency needs its install script here: allowScripts in package.json names those that the development stack runs.
RUN npm ci --ignore-scripts
COPY . .
# Node runs the sources as they are; the build makes the workflow bundles and the console. The image has its own Node, and
# production imports nothing from dev/, console/ and test/.
RUN npm run build && npm prune --omit=dev && rm -rf dev console

FROM node:24.21.0-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
ARG COMMIT=unknown
ENV NODE_ENV=production HOST=0.0.0.0 COMMIT=$COMMIT
WORKDIR /app
COPY --from=build --chown=node:node /app ./
USER node
CMD ["node", "api/main.ts"]

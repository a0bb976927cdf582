const NODE = 'node:22-bookworm@sha256:cd7bcd2e7a1e6f72052feb023c7f6b722205d3fcab7bbcbd2d1bfdab10b1e935';
const NGINX =
  'nginxinc/nginx-unprivileged:1.29-alpine@sha256:0c79d56aee561a1d81c63f00eee5fb5fe29279560cdc55e91425133104c7fbe6';

/** A Node script that requests the health of the sign-in server, so that the health check needs no shell. */
const HEALTH =
  "fetch('http://127.0.0.1:4173/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))";

/**
 * Returns a Dockerfile. The first stage builds the site and its configuration, and the last stage contains only nginx
 * and these files. The target `serve` has the sign-in server beside the page instead. `values` are the names of the
 * variables that the site reads.
 */
export const generateDockerfile = (
  values: readonly string[],
) => `# Written by \`npm run hosts\`. Build it in the root of a clone:
#   docker build -f .hosts/Dockerfile --build-arg SOURCE_COMMIT="$(git rev-parse HEAD)" \\
#     --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" -t site .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -p 8080:8080 site
# With the sign-in server, behind one proxy that gives https (src/README.md, "The sign-in server"):
#   docker build -f .hosts/Dockerfile --target serve --build-arg VITE_SITE_URL=https://my.site -t site-serve .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -v sessions:/data \\
#     -e TRUSTED_PROXY=1 -p 4173:4173 site-serve

FROM ${NODE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG SOURCE_COMMIT
ARG SOURCE_DATE_EPOCH
${values.map((name) => `ARG ${name}`).join('\n')}
RUN npm run build && npm run hosts -- --folder /usr/share/nginx/html --listen 8080

FROM build AS build-serve
RUN npm run serve -- --build && mkdir /data && chown 1000 /data

FROM ${NODE} AS serve
WORKDIR /site
ENV NODE_ENV=production HOST=0.0.0.0 STORE_URL=file:/data/signIn.db
COPY --from=build-serve /site/dist dist
COPY --from=build-serve /site/.server .server
COPY --from=build-serve /site/node_modules/libsql node_modules/libsql
COPY --from=build-serve /site/node_modules/@libsql node_modules/@libsql
COPY --from=build-serve /site/node_modules/@neon-rs node_modules/@neon-rs
COPY --from=build-serve --chown=1000 /data /data
VOLUME /data
USER 1000
EXPOSE 4173
HEALTHCHECK --interval=30s --timeout=5s CMD ["node", "-e", "${HEALTH}"]
CMD ["node", ".server/serve.js"]

FROM ${NGINX}
COPY --from=build /site/dist /usr/share/nginx/html
COPY --from=build /site/.hosts/nginx.conf /etc/nginx/conf.d/default.conf
USER 101
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["wget", "-qO", "/dev/null", "http://127.0.0.1:8080/"]
`;

/** Keeps secrets, and files of other builds, out of the image. Values come as build arguments. */
export const DOCKERIGNORE = '.git\n.env*\n.data\n.hosts\n.server\n.verify\ndist\nnode_modules\n';

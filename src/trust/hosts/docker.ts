const NODE = 'node:22-bookworm@sha256:cd7bcd2e7a1e6f72052feb023c7f6b722205d3fcab7bbcbd2d1bfdab10b1e935';
const NGINX =
  'nginxinc/nginx-unprivileged:1.29-alpine@sha256:0c79d56aee561a1d81c63f00eee5fb5fe29279560cdc55e91425133104c7fbe6';

/**
 * Writes a Dockerfile. The first stage builds the site and its configuration, and the second one has nothing but nginx and
 * these files. `values` are the names of the variables that the site reads.
 */
export const dockerfile = (
  values: readonly string[],
) => `# Written by \`npm run hosts\`. Build it in the root of a clone:
#   docker build -f .hosts/Dockerfile --build-arg SOURCE_COMMIT="$(git rev-parse HEAD)" \\
#     --build-arg SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)" -t site .
#   docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges -p 8080:8080 site

FROM ${NODE} AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
ARG SOURCE_COMMIT
ARG SOURCE_DATE_EPOCH
${values.map((name) => `ARG ${name}`).join('\n')}
RUN npm run build && npm run hosts -- --folder /usr/share/nginx/html --listen 8080

FROM ${NGINX}
COPY --from=build /site/dist /usr/share/nginx/html
COPY --from=build /site/.hosts/nginx.conf /etc/nginx/conf.d/default.conf
USER 101
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s CMD ["wget", "-qO", "/dev/null", "http://127.0.0.1:8080/"]
`;

/** Keeps secrets, and files of other builds, out of the image. Values come as build arguments. */
export const dockerignore = '.git\n.env*\n.hosts\n.verify\ndist\nnode_modules\n';

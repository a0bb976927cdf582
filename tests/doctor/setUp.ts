import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { bundleListPathOf } from '#build/bundle';
import type { Network } from '#domain/chain';
import type { Site } from '#domain/site';
import { startRelay } from '../support/relay.ts';
import {
  createCorrectInput,
  createCorrectRoutes,
  createCorrectServices,
  createNodeRoute,
  startFakeHost,
} from './doubles.ts';

/** The simulated set-up of an operator: services, settings and files. */
export type OperatorSetup = Awaited<ReturnType<typeof startOperatorSetup>>;

/** Starts the services of an operator on this computer, and a folder for the operator's files. */
export async function startOperatorSetup() {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  const [host, relay] = await Promise.all([startFakeHost({}), startRelay()]);
  const dist = join(folder, `${basename(folder)}-dist`);
  const report = bundleListPathOf(dist);

  const setUp = {
    host,
    relay,
    values: createCorrectInput(host.url, relay.url),
    outside: createCorrectServices(host.url),
    /** Restores the correct setup. */
    reset: () => {
      for (const path of Object.keys(host.routes)) delete host.routes[path];
      Object.assign(host.routes, createCorrectRoutes());
      host.asked.length = 0;
      relay.allow();
      setUp.values = { ...createCorrectInput(host.url, relay.url), dist };
      setUp.outside = createCorrectServices(host.url);
      setUp.build('react');
    },
    site: (change: Partial<Site>) => {
      setUp.values.site = { ...setUp.values.site, ...change };
    },
    wallet: (change: Partial<Site['wallet']>) => setUp.site({ wallet: { ...setUp.values.site.wallet, ...change } }),
    network: (change: Partial<Network>) =>
      setUp.wallet({ networks: setUp.values.site.wallet.networks.map((one) => ({ ...one, ...change })) }),
    /** Makes the node faulty in these ways. */
    node: (faults: Parameters<typeof createNodeRoute>[0]) => {
      host.routes['/node'] = createNodeRoute(faults);
    },
    /** Replaces the answer of the host at a path. */
    answer: (path: string, answered: { status?: number; headers?: Record<string, string>; body?: string }) => {
      host.routes[path] = () => answered;
    },
    /** Writes a file into a new folder of the site's own files. */
    putFile: (path: string, content: string | Buffer) => {
      setUp.values.publicDir = join(folder, 'public');
      rmSync(setUp.values.publicDir, { recursive: true, force: true });
      mkdirSync(dirname(join(setUp.values.publicDir, path)), { recursive: true });
      writeFileSync(join(setUp.values.publicDir, path), content);
    },
    /** Has the site name an icon with this content, and list no wallets, which have icons as well. */
    putIcon: (icon: string, content: string | Buffer) => {
      setUp.site({ app: { ...setUp.values.site.app, icon } });
      setUp.wallet({ groups: [] });
      setUp.putFile(icon, content);
    },
    /** Writes a build whose scripts contain a package. */
    build: (name: string, notices = 'SIL OPEN FONT LICENSE Version 1.1') => {
      mkdirSync(dist, { recursive: true });
      mkdirSync(dirname(report), { recursive: true });
      const modules = { [join(process.cwd(), `node_modules/${name}/index.js`)]: 1 };
      writeFileSync(report, JSON.stringify([{ file: 'a.js', modules }]));
      writeFileSync(join(dist, 'licenses.txt'), notices);
    },
    close: async () => {
      host.close();
      await relay.close();
      for (const path of [dirname(report), folder]) rmSync(path, { recursive: true, force: true });
    },
  };
  return setUp;
}

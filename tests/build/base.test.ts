import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { sitePlugin } from '#build/plugin';

const configure = (base: string) => resolveConfig({ configFile: false, base, plugins: [sitePlugin()] }, 'build');

test('the build stops with a message if the site is not at the root of its host', async () => {
  await expect(configure('/app/')).rejects.toThrow('The site must stand at the root of its host, not at /app/');
  expect((await configure('/')).base).toBe('/');
});

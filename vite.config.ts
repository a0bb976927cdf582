import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { site } from './src/build/plugin.ts';

export default defineConfig({
  plugins: [react({ jsxImportSource: '@emotion/react' }), site()],
  publicDir: 'src/public',
  resolve: {
    // React has had this hook for years: without the stand-in for those that have not.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Emotion needs it for class components with a theme, of which there are none.
      treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }] },
    },
  },
  preview: { host: '127.0.0.1', port: Number(process.env.PORT || 4173), strictPort: true },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/*.test.ts', 'tests/{domain,machines,build}/**/*.test.ts'] },
      },
    ],
  },
});

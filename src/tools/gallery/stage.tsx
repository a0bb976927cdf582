import { CacheProvider } from '@emotion/react';
import { createStyleCache } from '#views/cache';
import { showStage } from '../../workbench/gallery/stage';
import { siteGallery } from './config';
import { type ViewedMachine, viewedMachines } from './seen';
import { viewOf } from './views';

const cache = createStyleCache();

showStage({
  ...siteGallery,
  render(name, run, key) {
    const viewed = viewedMachines.find((one): one is ViewedMachine => one === name);
    return (
      viewed && (
        <CacheProvider key={key} value={cache}>
          {viewOf(viewed, run)}
        </CacheProvider>
      )
    );
  },
  onShown(name) {
    if (name === 'comparison') document.getElementById('comparison-island')?.scrollIntoView();
  },
});

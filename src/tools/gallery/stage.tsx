import { Fragment } from 'react';
import { exposeStage } from '../../workbench/gallery/stage';
import { siteGallery } from './config';
import { addPageStyles } from './pageStyles';
import { type MachineWithView, machinesWithView } from './seen';
import { renderView } from './views';

addPageStyles();

exposeStage({
  ...siteGallery,
  render(name, run, key) {
    const viewed = machinesWithView.find((one): one is MachineWithView => one === name);
    return viewed && <Fragment key={key}>{renderView(viewed, run)}</Fragment>;
  },
  onShown(name) {
    if (name === 'comparison') document.getElementById('comparison-island')?.scrollIntoView();
  },
});

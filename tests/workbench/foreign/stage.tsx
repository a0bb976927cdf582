import { showStage } from '../../../src/workbench/gallery/stage';
import { faultyGallery } from './faulty';

showStage({ ...faultyGallery, render: () => null });

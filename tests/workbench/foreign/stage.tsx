import { showStage } from '../../../src/workbench/gallery/stage';
import { trapGallery } from './faulty';

showStage({ ...trapGallery, render: () => null });

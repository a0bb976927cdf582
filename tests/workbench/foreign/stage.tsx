import { exposeStage } from '../../../src/workbench/gallery/stage';
import { faultyGallery } from './faulty';

exposeStage({ ...faultyGallery, render: () => null });

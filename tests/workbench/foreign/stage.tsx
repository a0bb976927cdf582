import { exposeStage } from '../../../src/workbench/gallery/stage';
import { trapGallery } from './faulty';

exposeStage({ ...trapGallery, render: () => null });

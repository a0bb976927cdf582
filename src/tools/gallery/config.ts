import { scenarios } from '#tests/samples/scenarios';
import { worlds } from '#tests/samples/worlds';
import { allMachines } from '#tests/support/machines';
import { startRun } from './run';

/** The machines of this site, and the samples and scenarios that the gallery shows. Satisfies `GalleryConfig`. */
export const siteGallery = { machines: allMachines, worlds, scenarios, start: startRun };

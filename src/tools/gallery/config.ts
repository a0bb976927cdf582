import { scenarios } from '#tests/samples/scenarios';
import { worlds } from '#tests/samples/worlds';
import { machines } from '#tests/support/machines';
import { startRun } from './run';

/** The machines of this site for the gallery, with what its tests know of them. It satisfies `GalleryConfig`. */
export const siteGallery = { machines, worlds, scenarios, start: startRun };

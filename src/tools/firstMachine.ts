import { appMachine } from '#machines/app';
import { writeDefinition } from '../workbench/recorder/definition';
import { firstShownOf } from '../workbench/recorder/past';

/** The machine that the workbench shows first on this site, as JSON. */
export const firstMachine = JSON.stringify(writeDefinition(firstShownOf(appMachine)));

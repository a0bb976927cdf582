import { appMachine } from '#machines/app';
import { writeDefinition } from '../workbench/recorder/definition';
import { findFirstShownMachine } from '../workbench/recorder/past';

/** The machine that the workbench shows first on this site, as JSON. */
export const firstMachineJson = JSON.stringify(writeDefinition(findFirstShownMachine(appMachine)));

import { inject } from 'vitest';

/** Waits in each worker until the sites are built that all tests share. */
const answer = await fetch(inject('builder'));
if (!answer.ok) throw new Error(await answer.text());

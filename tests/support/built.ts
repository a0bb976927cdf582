import { inject } from 'vitest';

/** Each test worker waits here until the builder has built the sites that all tests share. */
const answer = await fetch(inject('builder'));
if (!answer.ok) throw new Error(await answer.text());

/* Runs the page test that CONTRIBUTING.md shows to newcomers. */

const welcome = '#tutorial/tests/page/welcome.test.ts';
await import(welcome);

export {};

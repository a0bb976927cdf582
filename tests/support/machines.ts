import type { AnyStateMachine } from 'xstate';

const modules = import.meta.glob<Record<string, AnyStateMachine>>('../../machines/*.ts', { eager: true });
const sources = import.meta.glob<string>('../../machines/*.ts', { eager: true, query: '?raw', import: 'default' });

/** All machines, with the names and texts of their files. A file exports at most one `…Machine`. */
export const allMachines = Object.entries(modules).flatMap(([path, module]) => {
  const name = path.replace(/^.*\/|\.ts$/g, '');
  const exported = Object.entries(module).filter(([key]) => key.endsWith('Machine'));
  return exported.map(([, machine]) => ({ name, machine, source: sources[path] ?? '' }));
});

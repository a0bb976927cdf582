import { type FormEvent, useMemo, useState } from 'react';
import type { Bench } from '../recorder/bench';
import { readField } from '../recorder/plain';
import type { LogEntry } from '../recorder/recording';
import { guessModule, type MachineModule } from '../recorder/testText';
import { readSetting, storeSetting } from './settings';

interface CopyTestProps {
  bench: Bench;
  entry: LogEntry;
  masked: boolean;
  onCopy: (text: string) => void;
}

/** Returns the module that was last entered for a machine, or a guess from the machine's id. */
function readModule(id: string): MachineModule {
  const guessed = guessModule(id);
  try {
    const kept: unknown = JSON.parse(readSetting(`module.${id}`) ?? '');
    const textOf = (key: keyof MachineModule) => String(readField(Object(kept), key) ?? guessed[key]);
    return { path: textOf('path'), name: textOf('name') };
  } catch {
    return guessed;
  }
}

/**
 * Copies a test that leads to one step of the log. For a machine of another app, a form asks for the module that the
 * test imports.
 */
export function CopyTest({ bench, entry, masked, onCopy }: CopyTestProps) {
  const { id } = entry.snapshot.machine;
  const [module, setModule] = useState<MachineModule>(() => readModule(id));
  const [chosen, choose] = useState<boolean | null>(null);
  const hasValues = chosen ?? !masked;
  const beginning = useMemo(() => bench.beginningOf(entry), [bench, entry]);
  const copy = (event: FormEvent) => {
    event.preventDefault();
    storeSetting(`module.${id}`, JSON.stringify(module));
    onCopy(bench.testOf(entry, module, !hasValues));
  };
  if (!bench.asksForModule)
    return (
      <button type="button" onClick={copy}>
        Copy as test
      </button>
    );
  const field = (label: string, key: keyof MachineModule, pattern?: string) => (
    <label>
      {label}
      <input
        required
        pattern={pattern}
        value={module[key]}
        onChange={({ target }) => setModule({ ...module, [key]: target.value })}
        spellCheck={false}
      />
    </label>
  );
  return (
    <details>
      <summary>Copy as test …</summary>
      <form onSubmit={copy}>
        {field('File of the machine, from the test', 'path')}
        {field('Name of the machine in it, or default', 'name', '[A-Za-z_$][\\w$]*')}
        <label className="check">
          <input type="checkbox" checked={hasValues} onChange={({ target }) => choose(target.checked)} />
          With the values of its events. Without them, guards may say otherwise.
        </label>
        {beginning && <p>{beginning}</p>}
        <p>Save it as a .test.ts file, also in an app in JavaScript. Vitest runs it.</p>
        <button type="submit">Copy</button>
      </form>
    </details>
  );
}

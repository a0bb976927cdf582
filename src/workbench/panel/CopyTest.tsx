import { type FormEvent, useState } from 'react';
import type { Bench } from '../recorder/bench';
import type { Entry } from '../recorder/recording';
import type { MachineModule } from '../recorder/testText';

interface CopyTestProps {
  bench: Bench;
  entry: Entry;
  masked: boolean;
  onCopy: (text: string) => void;
}

/** Copies a test of a step. For the machine of another app, it asks for the module that the test imports. */
export function CopyTest({ bench, entry, masked, onCopy }: CopyTestProps) {
  const { id } = entry.snapshot.machine;
  const [module, setModule] = useState<MachineModule>({ path: `./${id}`, name: 'machine' });
  const copy = (event: FormEvent) => {
    event.preventDefault();
    onCopy(bench.testOf(entry, module, masked));
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
        {field('Name of the machine in it', 'name', '[A-Za-z_$][\\w$]*')}
        <button type="submit">Copy</button>
      </form>
    </details>
  );
}

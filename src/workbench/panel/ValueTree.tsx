import { useState } from 'react';
import { formatJson, isDeepEqual, readField } from '../recorder/plain';

/** The greatest number of listed fields of one value. */
const MOST = 200;

/** Returns a value as JSON in at most 60 characters. It does not read the rest of the value. */
export function formatBriefly(value: unknown) {
  const text = formatJson(value, 60);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

interface ValueTreeProps {
  name: string;
  value: unknown;
  /** The value before the step. Changed parts are marked. */
  before?: unknown;
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** Shows a value as a tree, of which parts are opened on demand. */
export function ValueTree(props: ValueTreeProps) {
  const { name, value } = props;
  // A part that was not there before is undefined, and has changed.
  const before = 'before' in props ? props.before : value;
  const [isOpen, setOpen] = useState(false);
  const keys = fieldsOf(value);
  const isChanged = !isDeepEqual(before, value) || undefined;
  const inside = (it: unknown, key: string) => (fieldsOf(it).length ? readField(it as object, key) : undefined);
  if (!keys.length)
    return (
      <div className="leaf" data-changed={isChanged}>
        <span className="key">{name}</span> {formatBriefly(value)}
      </div>
    );
  return (
    <details className="branch" data-changed={isChanged} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className="key">{name}</span> {isOpen ? '' : formatBriefly(value)}
      </summary>
      {isOpen &&
        keys
          .slice(0, MOST)
          .map((key) => <ValueTree key={key} name={key} value={inside(value, key)} before={inside(before, key)} />)}
      {isOpen && keys.length > MOST && <p>… and {keys.length - MOST} more</p>}
    </details>
  );
}

import { useState } from 'react';
import { formatJson, isDeepEqual, readField } from '../recorder/plain';

/** The maximum number of fields that are listed for one value. */
const MOST = 200;

/** Returns the beginning of a value as JSON, in at most 60 characters. Does not read the rest of a large value. */
export function formatBriefly(value: unknown) {
  const text = formatJson(value, 60);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

interface ValueTreeProps {
  name: string;
  value: unknown;
  /** The value before the step, for marking the parts that have changed. Without it, nothing is marked. */
  before?: unknown;
}

const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/** Shows a value as a tree whose branches the user can open. */
export function ValueTree(props: ValueTreeProps) {
  const { name, value } = props;
  // `before: undefined` means that the field is new. Without the prop `before`, nothing counts as changed.
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

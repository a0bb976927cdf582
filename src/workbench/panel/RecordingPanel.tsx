import { type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Bench } from '../recorder/bench';
import type { Recording } from '../recorder/recording';
import { readRecording, writeRecording } from '../recorder/recordingFile';
import { Panel } from './Panel';

/** The size in bytes above which a file is not read. */
const LARGEST = 300_000_000;

interface RecordingPanelProps extends Omit<ComponentProps<typeof Panel>, 'bench' | 'files'> {
  /** Null until there is something to show. */
  bench: Bench | null;
  /** Shown instead of the panel. `choose` opens a file picker, and `problem` is the error of the last file. */
  welcome?: (choose: () => void, problem: string) => ReactNode;
}

/** Offers `text` as a file, which the browser saves. */
function saveFile(document: Document, name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The panel, which saves recordings to files, and opens those that are chosen or dropped. Files stay on this computer.
 */
export function RecordingPanel({ bench, welcome, notice = '', ...props }: RecordingPanelProps) {
  const [opened, show] = useState<Bench | null>(null);
  const [problem, setProblem] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const open = async (file: File | undefined) => {
    if (!file) return;
    const isLarge = file.size > LARGEST;
    const read = isLarge ? `"${file.name}" is larger than 300 MB.` : readRecording(await file.text(), file.name);
    const isRead = typeof read !== 'string';
    setProblem(isRead ? '' : read);
    if (isRead) show(read);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  };
  const choose = () => picker.current?.click();
  const save = (masked: boolean, recording: Recording) => {
    const name = `workbench${masked ? '' : '-with-values'}.json`;
    const text = writeRecording(opened ?? bench!, recording, masked);
    saveFile(picker.current!.ownerDocument, name, text);
    return name;
  };
  const shown = opened ?? bench;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button does the same
    <div className="opener" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <input
        ref={picker}
        type="file"
        accept=".json"
        hidden
        onChange={({ target }) => {
          open(target.files?.[0]);
          target.value = '';
        }}
      />
      {shown ? (
        <Panel
          key={opened ? `file ${opened.file}` : 'live'}
          bench={shown}
          notice={problem || notice}
          files={{ save, choose, leave: opened && bench ? () => show(null) : null }}
          {...props}
        />
      ) : (
        welcome?.(choose, problem)
      )}
    </div>
  );
}

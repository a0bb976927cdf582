import { type ComponentProps, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Bench } from '../recorder/bench';
import type { Recording } from '../recorder/recording';
import { readRecording, writeRecording } from '../recorder/recordingFile';
import { Panel } from './Panel';

/** A recording file with more bytes is refused. */
const LARGEST = 300_000_000;

interface RecordingPanelProps extends Omit<ComponentProps<typeof Panel>, 'bench' | 'files'> {
  /** The access to the inspected machines. Null before an app has connected. */
  bench: Bench | null;
  /**
   * Renders a page in place of the panel while there is no recording. `choose` opens a file picker. `problem` is the
   * error message about the last opened file, or ''.
   */
  welcome?: (choose: () => void, problem: string) => ReactNode;
}

/** Lets the browser download `text` as a file. */
function saveFile(document: Document, name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  // The browser reads the blob some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * The workbench's panel with buttons that save a recording to a file and open one. A dropped file is opened, too.
 * Nothing is uploaded.
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

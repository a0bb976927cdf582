import type { Recording } from '../recorder/recording';

/** The functions by which a panel saves and opens recordings. */
export interface PanelFileActions {
  /** Saves a recording. Returns the name of the file. */
  save(masked: boolean, recording: Recording): string;
  /** Lets the user choose a file, which is then shown. */
  choose(): void;
  /**
   * Closes the file, and shows the running machines again. Null if no file is shown, or no machine can be shown
   * instead.
   */
  leave: (() => void) | null;
}

interface FileButtonsProps {
  files: PanelFileActions;
  recording: Recording;
  masked: boolean;
  /** Called with the name of the saved file. */
  onSaved: (name: string) => void;
}

/** The buttons that save the recording, open a file, and leave an opened file. */
export function FileButtons({ files, recording, masked, onSaved }: FileButtonsProps) {
  return (
    <>
      <button type="button" onClick={() => onSaved(files.save(masked, recording))}>
        {masked ? 'Save' : 'Save with values'}
      </button>
      <button type="button" onClick={files.choose}>
        Open
      </button>
      {files.leave && (
        <button type="button" onClick={files.leave}>
          Leave the recording
        </button>
      )}
    </>
  );
}

import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { clipboardMachine } from '#machines/clipboard';
import { presentClipboard } from './clipboard.present';
import { renderPhrase } from './copy';
import { CopyIcon, DoneIcon } from './icons';
import { tone } from './tokens';
import type { PlainButton } from './ui';

export type ClipboardActor = ActorRefFrom<typeof clipboardMachine>;

export const useCopyResult = (clipboard: ClipboardActor | null | undefined) =>
  useSelector(clipboard ?? undefined, (snapshot) => presentClipboard(snapshot).copied);

interface CopyButtonProps {
  as: ComponentType<Parameters<typeof PlainButton>[0]>;
  className?: string | undefined;
  clipboard: ClipboardActor | null | undefined;
  text: string;
  phraseKey?: Parameters<typeof presentClipboard>[1];
}

export function CopyButton({ as: Button, className, clipboard, text, phraseKey }: CopyButtonProps) {
  const snapshot = useSelector(clipboard ?? undefined, (now) => now);
  const { done, label, enabled } = presentClipboard(snapshot, phraseKey);
  return (
    <Button
      className={className}
      type="button"
      aria-disabled={enabled ? undefined : true}
      onClick={() => clipboard?.send({ type: 'copy', text })}
    >
      {done ? <DoneIcon /> : <CopyIcon />}
      <span data-done={done ? '' : undefined}>{renderPhrase(label)}</span>
    </Button>
  );
}

const Label = styled.label`
  display: block; inline-size: 100%; margin-block: 12px; font-size: .8125rem; line-height: 1.125rem; text-align: start; color: ${tone.muted};
  textarea { display: block; inline-size: 100%; margin-block-start: 6px; padding: 8px 12px; border: 1px solid ${tone.control}; border-radius: 12px; background: ${tone.paper}; color: ${tone.ink}; font: 1rem/1.375rem monospace; resize: none; word-break: break-all }
`;

/** Shows a text that could not be copied, selected for copying by hand. `children` is the message. */
export const UncopiedText = ({ text, children }: { text: string; children: ReactNode }) => (
  <Label ref={(label) => label?.scrollIntoView({ block: 'nearest' })}>
    {children}
    <textarea
      readOnly
      translate="no"
      spellCheck={false}
      rows={text.length > 60 ? 4 : 2}
      value={text}
      onFocus={({ target }) => target.select()}
    />
  </Label>
);

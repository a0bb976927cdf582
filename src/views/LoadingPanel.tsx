/** @jsxImportSource react */
import { useDeferredValue } from 'react';
import { copy } from './copy';
import { arrive, yieldFocus } from './Dialog';
import { Cross, Knob, Retry } from './icons';
import { Loading } from './LoadingPanel.later';
import { CopyTrace } from './ui';
import { PrimaryButton } from './ui.styles';

const { wallet: words } = copy;

/** The state of the wallet loader. */
export type LoadingPanelState = 'fresh' | 'slow' | 'updating' | 'broken' | 'offline';

interface LoadingPanelProps {
  state: LoadingPanelState;
  onRetry: () => void;
  onClose: () => void;
}

/**
 * The loading panel, which also says why the wallet bundle does not load. The star appears late, because loading is
 * mostly fast.
 */
export const LoadingPanel = ({ state, onRetry, onClose }: LoadingPanelProps) => {
  const failed = state === 'broken' || state === 'offline';
  // A live region must exist before its text, or that is not announced.
  const told = useDeferredValue(state, 'fresh');
  return (
    <Loading ref={arrive} data-failed={failed || undefined}>
      <h2 id="wallet-title" tabIndex={-1}>
        {words.title}
      </h2>
      <button type="button" className="close" aria-label={copy.close} onClick={onClose}>
        <Cross />
      </button>
      <Knob />
      <div role="status" aria-atomic="false">
        {told !== 'fresh' && (
          <div key={told}>
            <h3>{words[told].title}</h3>
            <p>{words[told].text}</p>
          </div>
        )}
      </div>
      <div>
        {failed && (
          <PrimaryButton ref={yieldFocus} type="button" onClick={onRetry}>
            <Retry />
            {words.retry}
          </PrimaryButton>
        )}
        {state === 'broken' && <CopyTrace />}
      </div>
    </Loading>
  );
};

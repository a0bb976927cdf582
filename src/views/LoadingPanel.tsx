import { useDeferredValue } from 'react';
import { copy, pageTextOf } from './copy';
import { focusStepTitle, moveFocusToTitle } from './Dialog';
import { CloseIcon, RetryIcon, SliderThumb } from './icons';
import { CopyTrace } from './ui';
import { type LoadingStage, presentLoading } from './walletLoader.present';

interface LoadingPanelProps {
  stage: LoadingStage;
  onRetry: () => void;
  onClose: () => void;
}

/** Shown while the wallet bundle loads, or if that fails. The star appears late, because loading is mostly fast. */
export const LoadingPanel = ({ stage, onRetry, onClose }: LoadingPanelProps) => {
  const { title, failed, retry, hasTrace } = presentLoading(stage);
  const deferred = useDeferredValue(stage, 'fresh');
  // Screen readers announce a text only if its live region exists before. The text of an earlier failure goes at once.
  const told = stage === 'fresh' ? stage : deferred;
  const { telling } = presentLoading(told);
  return (
    <section className="loading" ref={focusStepTitle} data-failed={failed || undefined}>
      <h2 id="wallet-title" tabIndex={-1}>
        {pageTextOf(title)}
      </h2>
      <button type="button" className="close" aria-label={copy.close} onClick={onClose}>
        <CloseIcon />
      </button>
      <SliderThumb />
      <div role="status" aria-atomic="false">
        {telling && (
          <div key={told}>
            <h3>{pageTextOf(telling.title)}</h3>
            <p>{pageTextOf(telling.text)}</p>
          </div>
        )}
      </div>
      <div>
        {retry && (
          <button className="button primary" ref={moveFocusToTitle} type="button" onClick={onRetry}>
            <RetryIcon />
            {pageTextOf(retry.label)}
          </button>
        )}
        {hasTrace && <CopyTrace />}
      </div>
    </section>
  );
};

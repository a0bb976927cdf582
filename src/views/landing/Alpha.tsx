import { useSelector } from '@xstate/react';
import { memo, type ReactNode, type SyntheticEvent, useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import { formatDollars, language } from '#copy/numbers';
import { createRequestLink } from '#domain/alpha';
import type { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { copy, pageTextOf } from '../copy';
import { Dialog } from '../Dialog';
import { CloseIcon, MinusIcon, PlusIcon, SliderThumb } from '../icons';
import { restoreFocus } from '../restoreFocus';
import { newTabProps, setCustomProperties } from '../ui';
import { presentAlpha } from './alpha.present';

const { alpha: words } = copy;
/** The step in dollars of the buttons beside the field, and of the slider. */
const BUTTON = 1000;
const SLIDER = 500;

interface AlphaProps {
  actor: ActorRefFrom<typeof alphaMachine>;
}

function AmountAnnouncement({ actor }: AlphaProps) {
  const snapshot = useSelector(actor, (now) => now);
  const said = useDeferredValue(pageTextOf(...presentAlpha(snapshot).heard), '');
  return (
    <span className="hidden" role="status">
      <span key={`${snapshot.context.stepped}`}>{said}</span>
    </span>
  );
}

/** The form, memoized so that it does not render again when the modal opens or closes. */
const RequestForm = memo(({ actor }: AlphaProps) => {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const shown = presentAlpha({ value: 'open', context });
  const { blocked, text, clamped } = shown;
  const { share, allocated, yours } = shown.shares;
  const { min, max } = context.allocation;
  const request = (event: SyntheticEvent) => {
    event.preventDefault();
    actor.send({ type: 'request' });
  };
  const stepButton = (by: number, label: string, sign: ReactNode) => (
    <button type="button" value={by} aria-label={label} onClick={() => actor.send({ type: 'step', by })}>
      {sign}
    </button>
  );

  return (
    <form className="alpha" data-blocked={blocked || undefined} onSubmit={request}>
      <h2 id="alpha-title">{words.title}</h2>
      <button type="button" className="close" aria-label={copy.close} command="close" commandfor="alpha">
        <CloseIcon />
      </button>
      <p>{words.lead}</p>
      <div className="amount">
        {stepButton(-BUTTON, words.less(BUTTON), <MinusIcon />)}
        <label>
          <span className="hidden">{words.field}</span>
          <input
            id="amount"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby="alpha-help"
            aria-invalid={blocked}
            value={text}
            ref={setCustomProperties({ '--chars': Math.max(text.length, 6) })}
            onChange={(event) => actor.send({ type: 'write', text: event.target.value })}
            onBlur={() => actor.send({ type: 'leave' })}
            // Enter submits even if the button is disabled. The key must not also press the button that gets the focus.
            onKeyDown={(event) => blocked && event.key === 'Enter' && request(event)}
          />
          <span>{words.unit}</span>
        </label>
        {stepButton(BUTTON, words.more(BUTTON), <PlusIcon />)}
      </div>
      <div className="slider" ref={setCustomProperties({ '--share': share })}>
        <i />
        <i />
        {/* The slider gets the first focus, because focusing the field would open a phone's keyboard. */}
        <input
          id="slider"
          type="range"
          // biome-ignore lint/a11y/noAutofocus: it stands in a dialog, which takes the focus anyway
          autoFocus
          min={min}
          // The slider's steps may exceed the largest amount, and the machine clamps them.
          max={min + Math.ceil((max - min) / SLIDER) * SLIDER}
          step={SLIDER}
          aria-label={words.slider}
          aria-describedby="alpha-help"
          aria-valuetext={pageTextOf(shown.sliderText)}
          value={shown.slider}
          onChange={(event) => actor.send({ type: 'slide', amount: event.target.valueAsNumber })}
        />
        <span aria-hidden="true">
          <SliderThumb />
        </span>
      </div>
      <p className="help" id="alpha-help">
        {clamped && <b>{pageTextOf(clamped)} </b>}
        <span>{words.help}</span>
      </p>
      <div className="remaining" ref={setCustomProperties({ '--allocated': allocated, '--yours': yours })}>
        <label htmlFor="remaining">{words.remaining}</label>
        {/* No live region, which would interrupt the announcements of the slider. */}
        <output id="remaining" aria-live="off" translate="no">
          {formatDollars(shown.left)}
        </output>
        <div aria-hidden="true" />
        <small translate="no">{pageTextOf(shown.taken)}</small>
        <small translate="no">{pageTextOf(shown.yours)}</small>
      </div>
      <button
        className="button primary"
        type="submit"
        disabled={blocked}
        onMouseDown={(event) => event.preventDefault()}
      >
        {pageTextOf(shown.request.label)}
      </button>
      <p className="after">{pageTextOf(shown.after)}</p>
      <AmountAnnouncement actor={actor} />
    </form>
  );
});

export function Alpha({ actor }: AlphaProps) {
  const snapshot = useSelector(actor, (now) => now);
  const { isOpen, notice } = presentAlpha(snapshot);
  const open = () => actor.send({ type: 'open' });
  const close = () => actor.send({ type: 'close' });

  return (
    <>
      <Dialog id="alpha" open={isOpen} onOpen={open} onClose={close}>
        <RequestForm actor={actor} />
      </Dialog>
      <div className="alpha-notice" {...(notice && { role: 'complementary', 'aria-label': words.notice })}>
        <p role="status">{notice && pageTextOf(...notice.heard)}</p>
        {notice && (
          <>
            <a href={createRequestLink(site.messaging, language, snapshot.context.amount)} {...newTabProps}>
              <span>
                {pageTextOf(notice.link)}
                <span className="hidden"> {copy.newTab}</span>
              </span>
            </a>
            <button ref={restoreFocus} type="button" onClick={() => actor.send({ type: 'dismiss' })}>
              {copy.close}
            </button>
          </>
        )}
      </div>
    </>
  );
}

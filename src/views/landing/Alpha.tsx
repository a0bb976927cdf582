import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import { memo, useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type Allocation, exceeds, remaining, requestLink } from '#domain/alpha';
import { clamp, dollars, grouped } from '#domain/amount';
import type { alphaMachine } from '#machines/alpha';
import { site } from '#site';
import { copy } from '../copy';
import { Dialog } from '../Dialog';
import { giveBack } from '../giveBack';
import { Cross, Knob, Minus, Plus } from '../icons';
import { colour, moving, phone, sideways } from '../theme';
import { figures, Hidden, outward, PrimaryButton, vary } from '../ui';

const { alpha: words } = copy;
/** What the buttons beside the field, and the slider, change the amount by. */
const BUTTON = 1000;
const SLIDER = 500;

/** Where the slider stands, and what parts of the allocation are gone and asked for: shares of 1. */
function sharesOf({ total, allocated, min, max }: Allocation, amount: number) {
  const share = max === min ? 1 : (clamp(amount, min, max) - min) / (max - min);
  return { share, allocated: allocated / total, yours: clamp(amount, 0, total - allocated) / total };
}
/** As served, until the view comes alive. */
const initial = sharesOf(site.allocation, site.allocation.initial);

const Form = styled.form`
  padding: 1.75rem; ${figures}
  h2 { font-size: 2rem; line-height: 1.08; padding-inline-end: 3.5rem }
  .close { position: absolute; inset-block-start: 1.25rem; inset-inline-end: 1.25rem; display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: 12px; color: ${colour.muted} }
  .close:hover { color: ${colour.ink}; background: ${colour.paper} }
  .help { font-size: .875rem; color: ${colour.muted}; text-align: center; text-wrap: balance; margin-inline: auto }
  b { color: ${colour.ink}; font-weight: 550 }
  [type=submit] { inline-size: 100% }
  .after { margin-block-start: .875rem; font-size: .8125rem; line-height: 1.5; text-align: center; text-wrap: balance; color: ${colour.muted}; margin-inline: auto }
  ${phone} { padding: 1.5rem 1.25rem calc(1.25rem + env(safe-area-inset-bottom)) }
  /* A phone held sideways has room for two columns, and no height for one. */
  ${sideways} {
    columns: 2;
    h2 { column-span: all }
    > :nth-child(6) { break-before: column }
  }
`;
const Amount = styled.div`
  display: grid; grid-template-columns: 52px 1fr 52px; align-items: stretch; min-block-size: 72px; margin-block-start: 1.5rem;
  border: 1px solid ${colour.control}; border-radius: 12px; ${moving} { transition: border-color .15s }
  &:focus-within { border-color: ${colour.accent} }
  &:has(input:focus-visible) { outline: 2px solid ${colour.accent}; outline-offset: 2px }
  [data-blocked] &, [data-blocked] &:has(input:focus-visible) { border-color: ${colour.error}; outline-color: ${colour.error}; box-shadow: inset 0 0 0 1px ${colour.error} }
  button { display: grid; place-items: center; color: ${colour.muted}; border-radius: 11px }
  button:hover { color: ${colour.ink} }
  button:active { transform: translateY(1px) }
  label { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: center; gap: .5rem; align-self: center; min-inline-size: 0; cursor: text }
  input { min-inline-size: .6em; max-inline-size: 3.9em; border: 0; padding: 0; background: none; outline: 0; font-size: 2rem; line-height: 1.4; text-align: end; letter-spacing: -.02em; field-sizing: content }
  label span { color: ${colour.muted} }
`;
/** A native slider, invisible, over a drawn one: \`--share\` moves all its parts. */
const Slider = styled.div`
  position: relative; block-size: 44px; margin-block-start: .75rem;
  i { position: absolute; inset-block-start: 20px; inset-inline-start: 0; block-size: 4px; border-radius: 2px; inline-size: 100%; background: ${colour.line} }
  i + i { background: ${colour.accent}; inline-size: calc(16px + (100% - 32px) * var(--share, ${initial.share})) }
  input { appearance: none; position: absolute; inset: 0; inline-size: 100%; block-size: 44px; margin: 0; opacity: 0; cursor: grab; touch-action: pan-y }
  input:active { cursor: grabbing }
  input::-webkit-slider-thumb { appearance: none; inline-size: 36px; block-size: 44px }
  input::-moz-range-thumb { inline-size: 36px; block-size: 44px; border: 0 }
  > span { position: absolute; inset-block-start: 4px; inset-inline-start: calc((100% - 36px) * var(--share, ${initial.share})); inline-size: 36px; block-size: 36px; border-radius: 50%; pointer-events: none }
  input:focus-visible + span { outline: 2px solid ${colour.accent}; outline-offset: 2px }
  svg { transform: rotate(calc(var(--share, ${initial.share}) * 360deg)) }
  .casing { color: ${colour.surface} }
  @media (forced-colors: active) { input { opacity: 1; appearance: auto } i, > span { display: none } }
`;
const Remaining = styled.div`
  margin-block: 1.75rem 1.5rem; padding-block-start: 1.5rem; border-block-start: 1px solid ${colour.line};
  p { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; max-inline-size: none }
  label { font-size: .875rem; color: ${colour.muted} }
  output { font-size: 1.25rem; font-weight: 550 }
  div { display: flex; gap: 2px; block-size: 8px; margin-block-start: .75rem; border-radius: 4px; overflow: clip; background: ${colour.line} }
  i { inline-size: calc(100% * var(--allocated, ${initial.allocated})); background: ${colour.rival}; forced-color-adjust: none; -webkit-print-color-adjust: exact; print-color-adjust: exact }
  i + i { inline-size: calc(100% * var(--yours, ${initial.yours})); background: ${colour.accent} }
  [data-blocked] & output { color: ${colour.error} }
  [data-blocked] & i + i { background: ${colour.error} }
  @media (forced-colors: active) { i { background: GrayText } i + i { background: Highlight } div { border: 1px solid CanvasText } }
`;

/** At the foot of the window. Empty, it has no size: its live region stands there before the words. */
const Notice = styled.div`
  position: fixed; z-index: 2; inset-inline: 16px; inset-block-end: max(16px, env(safe-area-inset-bottom)); margin-inline: auto;
  inline-size: fit-content; max-inline-size: 34rem; font-size: .9375rem; line-height: 1.375rem;
  &:has(a) { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; padding: 8px; border: 1px solid ${colour.line}; border-radius: 16px; background: ${colour.paper}; box-shadow: var(--shadow) }
  p { flex: 1 1 12rem; padding: 4px 8px }
  a, button { display: grid; place-items: center; min-block-size: 44px; padding-inline: 14px; color: ${colour.accent}; font-weight: 600 }
`;

interface AlphaProps {
  actor: ActorRefFrom<typeof alphaMachine>;
}

/** Says what has become of the amount. */
function Said({ actor }: AlphaProps) {
  const isOpen = useSelector(actor, ({ value }) => value === 'open');
  const { allocation, amount, limit, stepped } = useSelector(actor, (snapshot) => snapshot.context);
  const news = [
    limit ? words.limit[limit] : stepped && words.stepped(amount, remaining(allocation, amount)),
    exceeds(allocation, amount) && words.exceeds,
  ]
    .filter(Boolean)
    .join(' ');
  // A live region is in sight before its words are, or these would not be read out.
  const said = useDeferredValue(isOpen && news, '');
  return (
    <Hidden role="status">
      <span key={`${stepped}`}>{said}</span>
    </Hidden>
  );
}

/** Asks how much; shows what remains. Nothing of it renders again when the modal opens or closes. */
const Request = memo(({ actor }: AlphaProps) => {
  const { allocation, amount, typed, limit } = useSelector(actor, (snapshot) => snapshot.context);
  const { min, max } = allocation;
  const blocked = exceeds(allocation, amount);
  const shares = sharesOf(allocation, amount);
  const left = remaining(allocation, amount);
  const clamped = limit && words.limit[limit];

  return (
    <Form
      data-blocked={blocked || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'request' });
      }}
    >
      <h2 id="alpha-title">{words.title}</h2>
      <button type="button" className="close" aria-label={copy.close} command="close" commandfor="alpha">
        <Cross />
      </button>
      <Amount>
        <button
          type="button"
          value={-BUTTON}
          aria-label={words.less(BUTTON)}
          onClick={() => actor.send({ type: 'step', by: -BUTTON })}
        >
          <Minus />
        </button>
        <label>
          <Hidden>{words.field}</Hidden>
          <input
            id="amount"
            inputMode="numeric"
            autoComplete="off"
            aria-describedby="alpha-help"
            aria-invalid={blocked}
            value={typed ?? grouped(amount)}
            onChange={(event) => actor.send({ type: 'write', text: event.target.value })}
            onBlur={() => actor.send({ type: 'leave' })}
            // A disabled button keeps a form from being submitted. The rest of the key would press what gets the focus.
            onKeyDown={(event) => {
              if (!blocked || event.key !== 'Enter') return;
              event.preventDefault();
              actor.send({ type: 'request' });
            }}
          />
          <span>{words.unit}</span>
        </label>
        <button
          type="button"
          value={BUTTON}
          aria-label={words.more(BUTTON)}
          onClick={() => actor.send({ type: 'step', by: BUTTON })}
        >
          <Plus />
        </button>
      </Amount>
      <Slider ref={vary({ '--share': shares.share })}>
        <i />
        <i />
        {/* First in focus: a phone's keyboard should not jump up. */}
        <input
          id="slider"
          type="range"
          // biome-ignore lint/a11y/noAutofocus: it stands in a dialog, which takes the focus anyway
          autoFocus
          min={min}
          // The steps reach the largest amount; the machine clamps what lies beyond it.
          max={min + Math.ceil((max - min) / SLIDER) * SLIDER}
          step={SLIDER}
          aria-label={words.slider}
          aria-describedby="alpha-help"
          aria-valuetext={words.valueText(clamp(amount, min, max))}
          value={clamp(amount, min, max)}
          onChange={(event) => actor.send({ type: 'slide', amount: event.target.valueAsNumber })}
        />
        <span aria-hidden="true">
          <Knob />
        </span>
      </Slider>
      <p className="help" id="alpha-help">
        {clamped && <b>{clamped} </b>}
        <span>{words.help}</span>
      </p>
      <Remaining ref={vary({ '--allocated': shares.allocated, '--yours': shares.yours })}>
        <p>
          <label htmlFor="remaining">{words.remaining}</label>
          {/* Not live: with each move of the slider it would be spoken over the slider's own words. */}
          <output id="remaining" aria-live="off" translate="no">
            {dollars(left)}
          </output>
        </p>
        <div aria-hidden="true">
          <i />
          <i />
        </div>
      </Remaining>
      {/* Leaving the field would move what is under the pointer, and the press would miss. */}
      <PrimaryButton type="submit" disabled={blocked} onMouseDown={(event) => event.preventDefault()}>
        {blocked ? words.exceeds : words.request}
      </PrimaryButton>
      <p className="after">{words.after}</p>
      <Said actor={actor} />
    </Form>
  );
});

/** Asks how much; shows what remains; hands the request to the messaging link. */
export function Alpha({ actor }: AlphaProps) {
  const state = useSelector(actor, ({ value }) => value);
  const { amount, limit } = useSelector(actor, (snapshot) => snapshot.context);
  const told = typeof state === 'object' && words.requested[state.requested];
  const clamped = limit && words.limit[limit];

  return (
    <>
      <Dialog
        id="alpha"
        labelledBy="alpha-title"
        open={state === 'open'}
        onOpen={() => actor.send({ type: 'open' })}
        onClose={() => actor.send({ type: 'close' })}
      >
        <Request actor={actor} />
      </Dialog>
      <Notice role={told ? 'complementary' : undefined} aria-label={told ? words.notice : undefined}>
        <p role="status">{told && [clamped, told.text].filter(Boolean).join(' ')}</p>
        {told && (
          <>
            <a href={requestLink(site.messaging, amount)} {...outward}>
              <span>
                {told.link}
                <Hidden> {copy.newTab}</Hidden>
              </span>
            </a>
            <button ref={giveBack} type="button" onClick={() => actor.send({ type: 'dismiss' })}>
              {copy.close}
            </button>
          </>
        )}
      </Notice>
    </>
  );
}

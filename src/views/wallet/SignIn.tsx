import styled from '@emotion/styled';
import { type MouseEvent, type ReactNode, useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import { shortenAddress } from '#domain/address';
import type { signInMachine } from '#machines/signIn';
import { arrive } from '../Dialog';
import { PortraitPicture } from '../ornament';
import { Body, Pane, PanelStar, Top } from '../Panel';
import { allowsMotion, lowWindow, phoneWindow } from '../theme';
import { Hidden } from '../ui.styles';
import { useLastValue } from '../useLast';
import { dialogWords, type Sentence, spokenOf } from './copy';
import { AlertIcon, SealIcon } from './icons';
import { type ShownStates, shownIn } from './shownState';
import { tone } from './tokens';
import { Arriving, MainButton, narrow, PlainButton, waiting } from './ui';
import { WalletIcon } from './WalletIcon';

/** As high as the texts in `data-room` and `data-too`, whatever its text. */
const roomy = `
  display: grid; grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere;
  > *, &::before, &::after { grid-area: 1 / 1 }
  &::before, &::after { content: attr(data-room); visibility: hidden }
  &::before { content: attr(data-too) }
`;
const Scene = styled(Arriving)`
  align-items: center; padding: 8px 24px 0; text-align: center;
  > * { flex: none }
  h3 { ${roomy} align-items: center; margin-block-start: 14px; font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em; text-wrap: balance }
  /* Most often, what is waited for is there in a moment. */
  ${allowsMotion} { &[data-late] > * { animation: late .18s .3s backwards } }
  @keyframes late { from { opacity: 0 } }
  ${phoneWindow} { padding-block-start: 4px; h3 { margin-block-start: 8px } }
  ${narrow} { padding-inline: 16px }
  ${lowWindow} { padding-block: 0; h3 { margin-block-start: 8px } }
  &[data-noted] { > p, h3 { margin-block-start: 8px } > p + h3 + p { margin-block-start: 4px } }
`;

/** The buttons of a step, always in sight. Only in the lowest windows they scroll with the text. */
export const StepActions = styled.div`
  position: sticky; inset-block-end: 0; display: flex; gap: 8px; inline-size: 100%; padding-block: 4px 20px; background: ${tone.surface};
  > :first-child { flex: 1; min-inline-size: 0; padding: 4px 12px; line-height: 1.125rem }
  ${lowWindow} { padding-block-end: 12px }
  @media (max-height: 20rem) { position: static }
`;

/** A smaller waiting star, without its light while nothing is awaited. */
const Lamp = styled.div`
  --lamp: 120px;
  ${phoneWindow} { --lamp: 96px }
  ${narrow} { --lamp: 72px }
  && > div { inline-size: var(--lamp); block-size: var(--lamp); margin-block-start: 0 }
  && .trace { inline-size: var(--lamp) }
  && > div > span > * { inline-size: calc(var(--lamp) * .4667); block-size: calc(var(--lamp) * .4667) }
  &&[data-still] .trace path + path { display: none }
  > div > span > svg { color: ${tone.accent}; path + path { color: ${tone.gold} } }
  /* A message in another language needs a note of several lines. */
  [data-noted] > & { --lamp: 64px; ${phoneWindow} { --lamp: 48px } ${narrow} { display: none } }
  /* The icon has a size of its own. */
  [data-noted] > && > div > span > img { inline-size: calc(var(--lamp) * .54) !important; block-size: calc(var(--lamp) * .54) !important }
  ${lowWindow} { display: none }
`;

const Pill = styled.p`
  position: relative; display: flex; align-items: center; gap: 8px; min-block-size: 32px; margin-block-start: 14px; padding-block: 5px; padding-inline: 6px 14px; border-radius: 16px;
  background: ${tone.fill}; font-size: .8125rem; line-height: 1.125rem; font-weight: 500;
  ${phoneWindow} { margin-block-start: 8px }
  &:empty { visibility: hidden }
  svg { inline-size: 22px; block-size: 22px }
  ${lowWindow} { margin-block-start: 0 }
  @media (forced-colors: active) { border: 1px solid }
`;

const Say = styled.p`
  ${roomy}
  margin-block-start: 6px; min-block-size: 2.75rem; max-inline-size: 20.25em; color: ${tone.muted}; text-wrap: balance;
`;
export const Note = styled.div`
  ${roomy}
  align-items: center; inline-size: 100%; min-block-size: 40px; margin-block: 14px 12px; padding: 8px 12px; border-radius: 12px;
  color: ${tone.muted}; font-size: .8125rem; line-height: 1.125rem; text-wrap: balance;
  &::before, &::after { text-indent: 28px }
  svg { display: inline-block; margin-block: -1px; margin-inline-end: 8px; vertical-align: -4px }
  > p svg { color: ${tone.accent} }
  &[data-bad] { background: ${tone.errorTint}; color: ${tone.error} }
  ${lowWindow} { margin-block: 8px }
  @media (forced-colors: active) { &[data-bad] { outline: 1px solid; outline-offset: -1px } }
`;

export const StatusRow = styled.div`min-block-size: 44px;`;
/** A single element in all states, so that it keeps the focus. */
const Act = styled(MainButton)`
  /* Two lines of words are as high as the button. Longer names are cut. */
  > span { min-inline-size: 0; overflow-wrap: anywhere }
  > span:has(bdi) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; margin-block: -8px; line-height: 1.25rem }
`;

interface FrameProps {
  depth: number;
  busy: boolean;
  picture: ReactNode;
  address: string | undefined;
  title: string;
  /** All possible sentences. The layout reserves space for the longest. `about` names the current one. */
  sentences: Record<string, Sentence>;
  about: string;
  /** An announcement besides the visible sentence. */
  heard?: ReactNode;
  /** The check may end before anyone could read it. */
  late?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The account, the sentences, and the buttons below. */
export function Frame(props: FrameProps) {
  const { depth, busy, late, picture, address, title, sentences, about, heard } = props;
  const [longest, next] = Object.values(sentences)
    .map(({ plain }) => plain)
    .sort((a, b) => b.length - a.length);
  // A live region must exist before its text, or that is not announced.
  const said = useDeferredValue(about, null);
  return (
    <Pane>
      <Top title={dialogWords.sign_in.title} id="wallet-title" onClose={props.onClose} />
      <Body>
        <Scene
          ref={arrive}
          data-depth={depth}
          data-late={late ? '' : undefined}
          data-noted={dialogWords.sign_in.free.length > 60 ? '' : undefined}
        >
          <Lamp data-still={busy ? undefined : ''}>
            <PanelStar failed={false}>{picture}</PanelStar>
          </Lamp>
          <Pill>
            {address && (
              <>
                <PortraitPicture of={address} />
                <Hidden>{dialogWords.whose(address)}</Hidden>
                <bdi title={address} aria-hidden="true" translate="no">
                  {shortenAddress(address)}
                </bdi>
              </>
            )}
          </Pill>
          <h3 data-room={dialogWords.sign_in.headings.idle}>
            <span>{title}</span>
          </h3>
          <Say role="status" aria-atomic="false" data-room={longest} data-too={next}>
            {said && <span key={said}>{sentences[said]?.marked}</span>}
            {heard && <Hidden>{heard}</Hidden>}
          </Say>
          {props.children}
        </Scene>
      </Body>
    </Pane>
  );
}

type Stage = 'preparing' | 'ready' | 'unprepared' | 'signing' | 'slow' | 'verifying' | 'elsewhere' | 'switching';

const STAGES: ShownStates<typeof signInMachine, Stage, 'begun' | 'renewed' | 'done' | 'cancelled'> = {
  'idle.takingBack': 'preparing',
  'idle.preparing': 'preparing',
  'idle.ready': 'ready',
  'idle.unprepared': 'unprepared',
  renewing: 'preparing',
  'signing.fresh': 'signing',
  'signing.slow': 'slow',
  verifying: 'verifying',
  'elsewhere.ready': 'elsewhere',
  'elsewhere.switching': 'switching',
};

const EVENTS: Partial<Record<Stage, 'sign' | 'retry' | 'switch'>> = {
  ready: 'sign',
  unprepared: 'retry',
  elsewhere: 'switch',
};

/** Asks the visitor to prove that they own the account, or first to switch the network. */
export function SignInView({ actor }: { actor: ActorRefFrom<typeof signInMachine> }) {
  // A closed dialog keeps its last content.
  const seen = useLastValue(actor, (snapshot) => (snapshot.status === 'active' ? snapshot : null));
  if (!seen) return null;
  const { connection, chains, failure } = seen.context;
  const { address, wallet } = connection;
  const stage = shownIn(STAGES, seen.value);
  const busy = seen.hasTag('busy');
  const astray = seen.matches('elsewhere');
  const here = astray ? 'elsewhere' : 'idle';
  const about = stage === 'slow' || stage === 'signing' || stage === 'verifying' ? stage : here;
  const spoken = spokenOf(wallet);
  const sentences = astray
    ? dialogWords.sign_in.astray(spoken, { name: chains[0]?.name ?? '' })
    : dialogWords.sign_in.sentences(spoken, wallet.connector);
  const cancel = () => actor.send({ type: 'cancel' });
  // Ignores the second half of a double click, which was meant for the earlier button.
  const act = ({ detail }: MouseEvent) => {
    const type = EVENTS[stage];
    if (type && detail < 2) actor.send({ type });
  };

  return (
    <Frame
      depth={8}
      busy={busy}
      picture={<WalletIcon icon={wallet.icon} name={wallet.name} size={64} />}
      address={address}
      title={dialogWords.sign_in.headings[here]}
      sentences={sentences}
      about={about}
      heard={stage === 'switching' && dialogWords.sign_in.acts(spoken).switching}
      onClose={cancel}
    >
      <Note
        data-bad={failure ? '' : undefined}
        data-room={astray ? dialogWords.sign_in.signature.switching_error : dialogWords.sign_in.signature.clock_error}
        data-too={dialogWords.sign_in.free}
      >
        {!failure && (
          <p>
            <SealIcon />
            {dialogWords.sign_in.free}
          </p>
        )}
        <div role="alert">
          {failure && (
            <>
              <AlertIcon />
              <span>{dialogWords.sign_in.signature[`${failure}_error`]}</span>
            </>
          )}
        </div>
      </Note>
      <StepActions>
        <Act css={busy && waiting} type="button" aria-disabled={busy || undefined} onClick={act}>
          {/* Each sentence is a new element, because React could not remove text nodes from a translated page. */}
          <span key={stage}>{dialogWords.sign_in.acts(spoken)[stage]}</span>
        </Act>
        <PlainButton type="button" onClick={cancel}>
          {dialogWords.cancel}
        </PlainButton>
      </StepActions>
    </Frame>
  );
}

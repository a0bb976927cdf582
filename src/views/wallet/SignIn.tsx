/** @jsxImportSource @emotion/react */
import styled from '@emotion/styled';
import { type MouseEvent, type ReactNode, useDeferredValue } from 'react';
import type { ActorRefFrom } from 'xstate';
import { shortenAddress } from '#domain/address';
import type { signInMachine } from '#machines/signIn';
import { focusStepTitle } from '../Dialog';
import { PortraitPicture } from '../ornament';
import { Pane, PanelBody, PanelHeader, WaitingStar } from '../Panel';
import type { Phrase } from '../phrase';
import { largeTextQuery, lowWindowQuery, motionQuery, phoneWindowQuery } from '../theme';
import { dialogTexts, plainTextOf, renderPhrase } from './copy';
import { AlertIcon, SealIcon } from './icons';
import { presentSignIn } from './signIn.present';
import { tone } from './tokens';
import { AnimatedStep, busyStyle, MainButton, narrowWindowQuery, PlainButton, VisuallyHidden } from './ui';
import { useLastActive } from './useLastActive';
import { WalletIcon } from './WalletIcon';

/** Reserves the height of the texts in `data-room` and `data-too`. */
const reserveRoom = `
  display: grid; grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere;
  > *, &::before, &::after { grid-area: 1 / 1 }
  &::before, &::after { content: attr(data-room); visibility: hidden }
  &::before { content: attr(data-too) }
`;
const Scene = styled(AnimatedStep)`
  align-items: center; padding: 8px 24px 0; text-align: center;
  > * { flex: none }
  h3 { ${reserveRoom} align-items: center; margin-block-start: 14px; font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em; text-wrap: balance }
  /* Appears late, because most waits are short. */
  ${motionQuery} { &[data-late] > * { animation: late .18s .3s backwards } }
  @keyframes late { from { opacity: 0 } }
  ${phoneWindowQuery} { padding-block-start: 4px; h3 { margin-block-start: 8px } }
  ${narrowWindowQuery} { padding-inline: 16px }
  ${lowWindowQuery} { padding-block: 0; h3 { margin-block-start: 8px } }
  &[data-noted] { > p, h3 { margin-block-start: 8px } > p + h3 + p { margin-block-start: 4px } }
`;

/** The buttons of a step, always in sight. Only in the lowest windows they scroll with the text. */
export const StepActions = styled.div`
  position: sticky; inset-block-end: 0; display: flex; gap: 8px; inline-size: 100%; padding-block: 4px 20px; background: ${tone.surface};
  > :not(:last-child) { flex: 1; min-inline-size: 0; padding: 4px 12px; line-height: 1.125rem }
  ${lowWindowQuery} { padding-block-end: 12px }
  @media (max-height: 20rem) { position: static }
`;

/** A smaller waiting star, without its light while nothing is awaited. */
const Lamp = styled.div`
  --lamp: 120px;
  ${phoneWindowQuery} { --lamp: 96px }
  ${narrowWindowQuery} { --lamp: 72px }
  && > div { inline-size: var(--lamp); block-size: var(--lamp); margin-block-start: 0 }
  && .trace { inline-size: var(--lamp) }
  && > div > span > * { inline-size: calc(var(--lamp) * .4667); block-size: calc(var(--lamp) * .4667) }
  &&[data-still] .trace path + path { display: none }
  > div > span > svg { color: ${tone.accent}; path + path { color: ${tone.gold} } }
  /* Smaller beside a long note about the English message. */
  [data-noted] > & { --lamp: 64px; ${phoneWindowQuery} { --lamp: 48px } ${narrowWindowQuery} { display: none } }
  /* Overrides the size that the icon sets. */
  [data-noted] > && > div > span > img { inline-size: calc(var(--lamp) * .54) !important; block-size: calc(var(--lamp) * .54) !important }
  ${lowWindowQuery} { display: none }
`;

const Pill = styled.p`
  position: relative; display: flex; align-items: center; gap: 8px; min-block-size: 32px; margin-block-start: 14px; padding-block: 5px; padding-inline: 6px 14px; border-radius: 16px;
  background: ${tone.fill}; font-size: .8125rem; line-height: 1.125rem; font-weight: 500;
  ${phoneWindowQuery} { margin-block-start: 8px }
  &:empty { visibility: hidden }
  svg { inline-size: 22px; block-size: 22px }
  ${lowWindowQuery} { margin-block-start: 0 }
  @media (forced-colors: active) { border: 1px solid }
`;

const StepText = styled.p`
  ${reserveRoom}
  margin-block-start: 6px; min-block-size: 2.75rem; max-inline-size: 20.25em; color: ${tone.muted}; text-wrap: balance;
`;

export const StepNote = styled.div`
  ${reserveRoom}
  align-items: center; inline-size: 100%; min-block-size: 40px; margin-block: 14px 12px; padding: 8px 12px; border-radius: 12px;
  color: ${tone.muted}; font-size: .8125rem; line-height: 1.125rem; text-wrap: balance;
  &::before, &::after { text-indent: 28px }
  svg { display: inline-block; margin-block: -1px; margin-inline-end: 8px; vertical-align: -4px }
  > p svg { color: ${tone.accent} }
  &[data-bad] { background: ${tone.errorTint}; color: ${tone.error} }
  ${lowWindowQuery} { margin-block: 8px }
  @media (forced-colors: active) { &[data-bad] { outline: 1px solid; outline-offset: -1px } }
`;

export const StatusRow = styled.div`min-block-size: 44px;`;
/** The main button is a single element in all states, so that it keeps the focus. */
const MainAction = styled(MainButton)`
  /* Two lines of words are as high as the button. Longer names are cut. */
  > span { min-inline-size: 0; overflow-wrap: anywhere }
  > span:has(bdi) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; margin-block: -8px; line-height: 1.25rem }
  ${largeTextQuery} { > span:has(bdi) { -webkit-line-clamp: none; margin-block: 0 } }
`;

interface FrameProps {
  shown: Pick<ReturnType<typeof presentSignIn>, 'depth' | 'busy' | 'heading' | 'text'> & {
    address: string | undefined;
    heard?: Phrase | null;
    /** Whether the text appears late, because its state may end too soon for reading. */
    late?: boolean;
    texts: Phrase[];
  };
  picture: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function SignInFrame({ shown, picture, onClose, children }: FrameProps) {
  const { address, heard } = shown;
  const [longest, next] = shown.texts.map(plainTextOf).sort((a, b) => b.length - a.length);
  const said = useDeferredValue<Phrase | null>(shown.text, null);
  return (
    <Pane>
      <PanelHeader title={dialogTexts.sign_in.title} id="wallet-title" onClose={onClose} />
      <PanelBody>
        <Scene
          ref={focusStepTitle}
          data-depth={shown.depth}
          data-late={shown.late ? '' : undefined}
          data-noted={dialogTexts.sign_in.free.length > 60 ? '' : undefined}
        >
          <Lamp data-still={shown.busy ? undefined : ''}>
            <WaitingStar failed={false}>{picture}</WaitingStar>
          </Lamp>
          <Pill>
            {address && (
              <>
                <PortraitPicture of={address} />
                <VisuallyHidden>{dialogTexts.whose(address)}</VisuallyHidden>
                <bdi title={address} aria-hidden="true" translate="no">
                  {shortenAddress(address)}
                </bdi>
              </>
            )}
          </Pill>
          <h3 data-room={dialogTexts.sign_in.headings.idle}>
            <span>{renderPhrase(shown.heading)}</span>
          </h3>
          <StepText role="status" aria-atomic="false" data-room={longest} data-too={next}>
            {said && <span key={said.key}>{renderPhrase(said)}</span>}
            {heard && <VisuallyHidden>{renderPhrase(heard)}</VisuallyHidden>}
          </StepText>
          {children}
        </Scene>
      </PanelBody>
    </Pane>
  );
}

export function SignInView({ actor }: { actor: ActorRefFrom<typeof signInMachine> }) {
  const seen = useLastActive(actor);
  if (!seen) return null;
  const shown = presentSignIn(seen);
  const { wallet, note, alert, main } = shown;
  const picture = <WalletIcon icon={wallet.icon} name={wallet.name} size={64} />;
  const cancel = () => actor.send({ type: 'cancel' });
  // Ignores the second half of a double click, which was meant for the earlier button.
  const act = ({ detail }: MouseEvent) => {
    if (main.event && detail < 2) actor.send(main.event);
  };

  return (
    <SignInFrame shown={shown} picture={picture} onClose={cancel}>
      <StepNote
        data-bad={alert ? '' : undefined}
        data-room={renderPhrase(shown.longestAlert)}
        data-too={dialogTexts.sign_in.free}
      >
        {note && (
          <p>
            <SealIcon />
            {renderPhrase(note)}
          </p>
        )}
        <div role="alert">
          {alert && (
            <>
              <AlertIcon />
              <span>{renderPhrase(alert)}</span>
            </>
          )}
        </div>
      </StepNote>
      <StepActions>
        <MainAction css={shown.busy && busyStyle} type="button" aria-disabled={shown.busy || undefined} onClick={act}>
          {/* Each sentence is a new element, because React could not remove text nodes from a translated page. */}
          <span key={shown.stage}>{renderPhrase(main.label)}</span>
        </MainAction>
        <PlainButton type="button" onClick={cancel}>
          {dialogTexts.cancel}
        </PlainButton>
      </StepActions>
    </SignInFrame>
  );
}

import { css } from '@emotion/react';
import styled from '@emotion/styled';
import { copy } from '../copy';
import { visuallyHidden } from '../mixins';
import { slideIn, ToolButton } from '../Panel';
import { easeOut, mediaQueries, motionQuery } from '../theme';
import { newTabProps } from '../ui';
import { dialogTexts } from './copy';
import { BackIcon, ExternalLinkIcon } from './icons';
import { tone } from './tokens';

export const VisuallyHidden = styled.span(visuallyHidden);
export const wideWindowQuery = mediaQueries.tablet;
export const narrowWindowQuery = '@media (max-width: 359px)';

const action = css`
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-block-size: 44px; padding: 10px 18px; border-radius: 12px;
  font-weight: 600; text-align: center; outline-color: ${tone.accent}; ${motionQuery} { transition: background-color .12s, color .12s }
  &:active { transform: translateY(1px) }
  @media (forced-colors: active) { border: 1px solid }
`;
const main = css`
  ${action}
  background: ${tone.accent}; color: ${tone.onAccent};
  ${mediaQueries.hover} { &:hover { background: ${tone.accentHover} } }
  @media (forced-colors: active) { && { forced-color-adjust: none; background: Highlight; color: HighlightText } }
`;
export const MainButton = styled.button(main);

const quiet = css`
  ${action}
  background: ${tone.fill};
  ${mediaQueries.hover} { &:hover { background: ${tone.fillHover} } }
`;
const plain = css`
  ${action}
  padding-inline: 14px; color: ${tone.accent};
  ${mediaQueries.hover} { &:hover { background: ${tone.tint} } }
  &[aria-disabled] { color: ${tone.muted}; cursor: default }
  @media (forced-colors: active) { border-color: transparent; &[aria-disabled] { color: GrayText } }
`;
const small = css`
  ${quiet}
  position: relative; min-block-size: 36px; padding: 7px 16px; border-radius: 10px;
  /* Enlarges the touch target to that of other buttons. */
  &::after { content: ''; position: absolute; inset: -4px }
`;

export const MainLink = styled.a(main);
export const busyStyle = css`
  &, &:hover, &:active { background: ${tone.fill}; color: ${tone.muted}; cursor: default; transform: none }
  @media (forced-colors: active) { &&& { background: Canvas; color: GrayText } }
`;
export const QuietButton = styled.button(quiet);
export const QuietLink = styled.a(quiet);
export const PlainButton = styled.button(plain);
export const PlainLink = styled.a(plain);
export const SmallButton = styled.button(small);
export const SmallLink = styled.a(small);

export const DisconnectButton = styled.button`
  ${action}
  background: ${tone.errorTint}; color: ${tone.error};
  ${mediaQueries.hover} { &:hover { background: color-mix(in srgb, ${tone.error} 14%, ${tone.surface}) } }
`;

const row = css`
  display: flex; align-items: center; gap: 12px; inline-size: 100%; min-block-size: 48px; padding: 7px 12px; border-radius: 12px;
  text-align: start; color: ${tone.ink}; ${motionQuery} { transition: background-color .12s }
  > b, > bdi { flex: 1; min-inline-size: 0; font-weight: 500 }
  /* A name has at most two lines, and is cut at the end of its own text direction. */
  bdi { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere; text-align: -webkit-match-parent; text-align: match-parent }
  > b + span { color: ${tone.muted} }
  small { font-size: .8125rem; line-height: 1rem; font-weight: 400; color: ${tone.accent} }
  b small { display: block; color: inherit }
  &[data-away] { color: ${tone.muted} }
  &[data-away] > :is(img, span) { filter: grayscale(1); opacity: .45 }
  &[aria-current] { background: ${tone.tint}; box-shadow: inset 0 0 0 1px ${tone.accent} }
  @media (forced-colors: active) { &[aria-current] { outline: 2px solid Highlight; outline-offset: -2px } &[data-away] { color: GrayText } }
`;
const pressed = css`
  &:focus-visible { outline-offset: -2px }
  &:not([aria-disabled]):active { transform: translateY(1px) }
  ${mediaQueries.hover} { &:not([aria-disabled], [aria-current]):hover { background: ${tone.fill} } }
`;
export const ListRow = styled.button(row, pressed);
export const LinkRow = styled.a(row, pressed);
export const StaticRow = styled.div(row);
export const DialogFoot = styled.div`flex: none; padding: 8px 12px; border-block-start: 1px solid ${tone.line};`;

export const BackButton = ({ busy, onClick }: { busy?: boolean; onClick: () => void }) => (
  <ToolButton type="button" aria-label={dialogTexts.back} aria-disabled={busy || undefined} onClick={onClick}>
    <BackIcon />
  </ToolButton>
);

/** Attributes of a link into an app. Without the app, an `https:` link leads to a page. */
export const appLinkProps = (href: string) => ({ href, ...(href.startsWith('https:') && newTabProps) });
export const NewTabNote = () => <VisuallyHidden> {copy.newTab}</VisuallyHidden>;

export const LearnMoreLink = ({ as: Link = PlainLink, href }: { as?: typeof PlainLink; href: string }) => (
  <Link href={href} {...newTabProps}>
    <span>
      {dialogTexts.more}
      <VisuallyHidden> {dialogTexts.moreAbout}</VisuallyHidden>
    </span>
    <ExternalLinkIcon />
  </Link>
);

export const AnimatedStep = styled.div`
  ${slideIn}
  flex: 1 0 auto; display: flex; flex-direction: column; inline-size: 100%;
  &[data-scene] { flex: none; align-items: center }
`;

export const HintBox = styled.p`
  inline-size: fit-content; padding: 12px 16px; border-radius: 12px; background: ${tone.fill};
  font-size: .8125rem; line-height: 1.125rem; text-align: center; text-wrap: balance; ${motionQuery} { animation: hint .24s ${easeOut} backwards }
  [role=status] & { margin: 20px auto 24px; min-block-size: 0; max-inline-size: 320px; color: ${tone.ink} }
  b { font-weight: 600 }
  @keyframes hint { from { opacity: 0; translate: 0 4px } }
  @media (forced-colors: active) { border: 1px solid }
`;

const smallText = css`font-size: .8125rem; line-height: 1.125rem; font-weight: 400; color: ${tone.muted};`;
export const SmallText = styled.small(smallText);
export const FootNote = styled.p`
  ${smallText} margin-block-start: auto; padding: 8px 32px 20px; text-align: center; text-wrap: balance;
  [data-form=sheet] & { padding-block-start: 24px }
`;

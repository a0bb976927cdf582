import styled from '@emotion/styled';
import { type Chain, ETHEREUM } from '#domain/chain';
import { setCustomProperties } from '../ui';
import { RoundPicture } from './Picture';

/** A letter, light on dark backgrounds and dark on light ones. Its size in px fits the icon, also with larger text. */
const Ground = styled.span`
  display: grid; place-items: center; background: var(--ground); font-size: 15px; line-height: 1; font-weight: 600;
  color: #FFFFFF; color: lch(from var(--ground) calc((62 - l) * 999) 0 0); forced-color-adjust: none;
  svg { fill: currentColor }
`;
const Diamond = () => (
  <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true">
    <path fillOpacity=".7" d="M16 5.5 9.2 16.4 16 20.3zM16 21.9l-6.8-3.9L16 26.8z" />
    <path d="m16 5.5 6.8 10.9L16 20.3zM16 21.9l6.8-3.9L16 26.8z" />
  </svg>
);

/** The icon of a network, whose name is beside it. A missing icon is replaced by the first letter of the name. */
export const ChainIcon = ({ chain: { id, name, icon, iconBackground } }: { chain: Chain }) => (
  <RoundPicture src={icon} size={32}>
    <Ground ref={setCustomProperties({ '--ground': iconBackground })} translate="no">
      {id === ETHEREUM.id ? <Diamond /> : [...name.trim()][0]?.toUpperCase()}
    </Ground>
  </RoundPicture>
);

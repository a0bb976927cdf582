import styled from '@emotion/styled';
import { DialogBox } from './Dialog.styles';
import { sheet } from './sheet';
import { from } from './theme';

const atFoot = `${sheet} max-inline-size: 30rem; max-block-size: min(29.25rem, 100dvh - 1.5rem); padding-block-end: max(.5rem, env(safe-area-inset-bottom));`;

/** The wallet dialog, in one of its forms. */
export const WalletBox = styled(DialogBox)`
  &[data-form] { inline-size: min(100% - 2rem, 23rem); max-block-size: min(29.25rem, 100dvh - 2rem); overflow: hidden; border-width: 0; outline: 1px solid transparent }
  &[data-form][open] { display: flex }
  &[data-form=connect] { block-size: 29.25rem }
  ${from.tablet} {
    &[data-form] { max-block-size: min(31.5rem, 100dvh - 2rem) }
    &[data-form=connect] { inline-size: 45rem; block-size: 31.5rem }
  }
  &[data-form=sheet] { ${atFoot} }
  @media (max-width: 47.99rem) and (pointer: coarse) { &[data-form=narrow] { ${atFoot} } }
`;

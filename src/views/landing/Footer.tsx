import styled from '@emotion/styled';
import { colour, from, space } from '../theme';
import { Wrap } from '../ui';
import { served } from './copy';

const Foot = styled.footer`margin-block-start: ${space.gap}; border-block-start: 1px solid ${colour.line}; font-size: .875rem; color: ${colour.muted};`;
const Columns = styled(Wrap)`
  display: grid; gap: 1.5rem 3rem; padding-block: 2.5rem calc(2.5rem + env(safe-area-inset-bottom));
  ${from.tablet} { grid-template-columns: 1fr auto }
`;

/** The risk note, in plain sight. */
export const Footer = () => (
  <Foot>
    <Columns>
      <p>{served.footer.risk}</p>
      <p>{served.footer.rights}</p>
    </Columns>
  </Foot>
);

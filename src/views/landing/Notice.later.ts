import styled from '@emotion/styled';
import { colour } from '../theme';

/** At the bottom of the window. An empty notice has no size, but its live region exists before the text. */
export const NoticeBox = styled.div`
  position: fixed; z-index: 2; inset-inline: 16px; inset-block-end: max(16px, env(safe-area-inset-bottom)); margin-inline: auto;
  inline-size: fit-content; max-inline-size: 34rem; font-size: .9375rem; line-height: 1.375rem;
  &:has(a) { display: flex; flex-wrap: wrap; align-items: center; justify-content: end; padding: 8px; border: 1px solid ${colour.line}; border-radius: 16px; background: ${colour.paper}; box-shadow: var(--shadow) }
  p { flex: 1 1 12rem; padding: 4px 8px }
  a, button { display: grid; place-items: center; min-block-size: 44px; padding-inline: 14px; color: ${colour.accent}; font-weight: 600 }
`;

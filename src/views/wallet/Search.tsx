import styled from '@emotion/styled';
import { dialogTexts } from './copy';
import { SearchIcon } from './icons';
import { tone } from './tokens';
import { VisuallyHidden } from './ui';

const Field = styled.label`
  flex: none; position: relative; display: block; margin: 0 12px; color: ${tone.muted};
  svg { position: absolute; inset-block: 0; inset-inline-start: 12px; margin-block: auto; pointer-events: none }
  input {
    appearance: none; inline-size: 100%; min-block-size: 44px; padding-block: 0; padding-inline: 40px 12px; border: 1px solid ${tone.control}; border-radius: 12px;
    background: ${tone.surface}; color: ${tone.ink}; font-size: .9375rem
  }
  @media (pointer: coarse) { input { font-size: 1rem } }
  input::placeholder { color: ${tone.muted}; opacity: 1 }
  input::-webkit-search-cancel-button {
    appearance: none; inline-size: 44px; block-size: 42px; margin-inline-end: -12px; cursor: pointer; background: ${tone.muted};
    mask: linear-gradient(45deg, #0000 46%, #000 46% 54%, #0000 54%) center / 12px 12px no-repeat, linear-gradient(-45deg, #0000 46%, #000 46% 54%, #0000 54%) center / 12px 12px no-repeat;
    @media (forced-colors: active) { forced-color-adjust: none; background: FieldText }
  }
`;

export const WalletSearch = ({ query, onSearch }: { query: string; onSearch: (text: string) => void }) => (
  <Field>
    <SearchIcon />
    <input
      type="search"
      aria-label={dialogTexts.search}
      placeholder={dialogTexts.search}
      autoComplete="off"
      spellCheck={false}
      value={query}
      onChange={(event) => onSearch(event.target.value)}
    />
  </Field>
);

const Nothing = styled.p`padding-inline: 12px; color: ${tone.muted};`;

/** The message that nothing was found. It is announced again only after another search has found something. */
export const NothingFound = ({ nothing, query }: { nothing: boolean; query: string }) => (
  <>
    <VisuallyHidden role="status">{nothing && dialogTexts.noneFound}</VisuallyHidden>
    {nothing && <Nothing>{dialogTexts.nothing({ name: query.trim() })}</Nothing>}
  </>
);

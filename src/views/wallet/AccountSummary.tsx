import styled from '@emotion/styled';
import { shortenAddress } from '#domain/address';
import { chooseDisplayName } from '#domain/ensName';
import type { Profile } from '#domain/profile';
import { copy } from '../copy';
import { moveFocusToTitle } from '../Dialog';
import { tabularFigures } from '../mixins';
import { largeTextQuery, motionQuery } from '../theme';
import { dialogTexts } from './copy';
import { tone } from './tokens';
import { narrowWindowQuery, PlainButton, VisuallyHidden } from './ui';

/** The name and the line below have their final height before their values arrive. */
const NameHeading = styled.h3`
  inline-size: 100%; block-size: 1.75rem; margin-block-start: 12px; font-size: 1.25rem; line-height: 1.75rem; letter-spacing: -.01em;
  bdi { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  ${largeTextQuery} { block-size: auto; bdi { white-space: normal; overflow-wrap: anywhere } }
`;
const DetailLine = styled.p`
  display: flex; flex-wrap: wrap; align-items: center; justify-content: center; min-block-size: 1.375rem; color: ${tone.muted}; ${tabularFigures}
  > * { white-space: pre }
  /* Smaller text, because the address shares the line with the Retry button of an unread balance. */
  &[data-crowded] { font-size: .8125rem }
  ${narrowWindowQuery} { &[data-crowded] > [aria-hidden] { display: none } }
  button { position: relative; min-block-size: 0; padding: 0 8px; border-radius: 8px; font-size: inherit; line-height: 1.375rem }
  /* Enlarges the touch target to that of other buttons. */
  button::after { content: ''; position: absolute; inset: -11px -4px }
`;
const Skeleton = styled.i`
  display: inline-block; inline-size: 5rem; block-size: .75rem; border-radius: 6px; background: ${tone.line}; ${motionQuery} { animation: breathe 2.4s ease-in-out infinite }
  h3 & { inline-size: 8rem; block-size: 1.125rem; margin-block: .3125rem; vertical-align: top }
  @keyframes breathe { 50% { opacity: .35 } }
  @media (forced-colors: active) { background: GrayText }
`;

function Name({ address, name, called }: { address: string; name: Profile['name']; called: string }) {
  if (name.is === 'loading')
    return (
      <>
        <VisuallyHidden translate="no">{called}</VisuallyHidden>
        <Skeleton />
      </>
    );
  if (name.is !== 'known' || called === name.value || called === shortenAddress(address))
    return (
      <bdi title={address} translate="no">
        {called}
      </bdi>
    );
  return (
    <>
      <VisuallyHidden translate="no">{name.value}</VisuallyHidden>
      <bdi title={name.value} aria-hidden="true" translate="no">
        {called}
      </bdi>
    </>
  );
}

function BalanceLine({ balance, onRetry }: { balance: Profile['balance']; onRetry: () => void }) {
  if (balance.is === 'loading') return <Skeleton />;
  if (balance.is === 'known') return <bdi translate="no">{`${balance.value.formatted} ${balance.value.symbol}`}</bdi>;
  if (balance.is === 'absent') return null;
  return (
    <>
      <span>{dialogTexts.account.unread}</span>
      <PlainButton ref={moveFocusToTitle} type="button" onClick={onRetry}>
        {copy.wallet.retry}
      </PlainButton>
    </>
  );
}

interface AccountSummaryProps {
  address: string;
  profile: Profile;
  onRetry: () => void;
}

export function AccountSummary({ address, profile: { name, balance }, onRetry }: AccountSummaryProps) {
  const called = chooseDisplayName({ address, name: name.is === 'known' ? name.value : null });
  const isAddressShown = name.is === 'loading' || called !== shortenAddress(address);
  return (
    <>
      <NameHeading>
        <Name address={address} name={name} called={called} />
      </NameHeading>
      <DetailLine data-crowded={balance.is === 'failed' && isAddressShown ? '' : undefined}>
        {isAddressShown && (
          <span aria-hidden="true">
            <bdi title={address} translate="no">
              {shortenAddress(address)}
            </bdi>
            {balance.is !== 'absent' && <span> · </span>}
          </span>
        )}
        <BalanceLine balance={balance} onRetry={onRetry} />
      </DetailLine>
    </>
  );
}

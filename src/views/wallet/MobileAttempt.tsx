import type { Named } from '#copy/writer';
import { copy } from '../copy';
import { yieldFocus } from '../Dialog';
import { Retry } from '../icons';
import { entrance, Slot, Words } from '../Panel';
import { outward } from '../ui';
import { codeSaid, type Seen } from './Attempt';
import { failureWords, spokenOf, words } from './copy';
import { into, MainLink, NewTab, PlainLink } from './ui';

interface SaidProps {
  seen: Seen | null;
  /** Why there are no links to apps, with the wallets that still work. Null if there are links. */
  cutOff: { why: 'refused' | 'lapsed' | 'unreachable'; others: Named[] } | null;
  /** Whether the page is still in front. */
  stuck: boolean;
  /** Whether the attempt began with a link. */
  linked: boolean;
}

/** Announces the state of an attempt on a phone. */
export function SaidOnPhone({ seen, cutOff, stuck, linked }: SaidProps) {
  if (cutOff) return <Words about={cutOff.why} {...words.phone[cutOff.why](cutOff.others)} />;
  if (!seen) return <Words />;
  const { wallet, stage, reason } = seen;
  if (stage === 'code' && !linked) return <Words>{codeSaid(seen)}</Words>;
  if (stage === 'preparing') return <Words about={stage} {...words.phone.preparing(spokenOf(wallet))} />;
  if (stage === 'code') return <Words about={stage} {...words.phone.ready(spokenOf(wallet))} />;
  if (stage === 'lapsed') return <Words about={stage} {...(linked ? words.phone.lapsed() : words.lapsed)} />;
  if (stage === 'failed') {
    const told = failureWords(reason ?? 'failed', wallet);
    return <Words about={stage} {...told} {...(reason === 'unreachable' && { text: words.phone.checkInternet })} />;
  }
  const text = linked ? words.phone.opening : words.phone.confirm(spokenOf(wallet));
  const late = linked ? words.phone.stuck : words.phone.asking(spokenOf(wallet));
  const isLate = stuck || (stage satisfies 'opening' | 'slow') === 'slow';
  return <Words about="opening" {...words.connect.status.opening(spokenOf(wallet))} text={isLate ? late : text} />;
}

interface OnwardProps {
  seen: Seen;
  stuck: boolean;
  /** The link into the app. */
  link: string | null;
  onFollow: () => void;
}

/** The link into the app, which can be followed again at any time, and the way to get the app. */
export function Onward({ seen: { wallet, stage }, stuck, link, onFollow }: OnwardProps) {
  const store = wallet.installed ? null : wallet.get.mobile;
  const again = stuck && stage !== 'code';
  return (
    <Slot>
      {link && (
        <MainLink key={`${again}`} ref={yieldFocus} css={entrance} {...into(link)} onClick={onFollow}>
          {again ? (
            <>
              <Retry />
              {copy.wallet.retry}
            </>
          ) : (
            <span>{words.phone.open(spokenOf(wallet))}</span>
          )}
        </MainLink>
      )}
      {link && stuck && store && (
        <PlainLink ref={yieldFocus} href={store} {...outward}>
          <span>
            {words.getName({ name: wallet.shortName })}
            <NewTab />
          </span>
        </PlainLink>
      )}
    </Slot>
  );
}

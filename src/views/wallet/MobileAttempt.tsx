import type { Named } from '#copy/writer';
import { copy } from '../copy';
import { yieldFocus } from '../Dialog';
import { Retry } from '../icons';
import { entrance, Slot, Words } from '../Panel';
import { newTabProps } from '../ui';
import { codeAnnouncement, type SeenAttempt } from './Attempt';
import { dialogWords, failureWords } from './copy';
import { spokenOf } from './phrase';
import { appLinkProps, MainLink, NewTab, PlainLink } from './ui';

interface SaidProps {
  seen: SeenAttempt | null;
  /** Why there are no links to apps, with the wallets that still work. Null if there are links. */
  cutOff: { why: 'refused' | 'lapsed' | 'unreachable'; others: Named[] } | null;
  /** Whether the page is still in front. */
  stuck: boolean;
  /** Whether the attempt began with a link. */
  linked: boolean;
}

/** Announces the state of an attempt on a phone. */
export function PhoneAnnouncement({ seen, cutOff, stuck, linked }: SaidProps) {
  if (cutOff) return <Words about={cutOff.why} {...dialogWords.phone[cutOff.why](cutOff.others)} />;
  if (!seen) return <Words />;
  const { wallet, stage, reason } = seen;
  if (stage === 'code' && !linked) return <Words>{codeAnnouncement(seen)}</Words>;
  if (stage === 'preparing') return <Words about={stage} {...dialogWords.phone.preparing(spokenOf(wallet))} />;
  if (stage === 'code') return <Words about={stage} {...dialogWords.phone.ready(spokenOf(wallet))} />;
  if (stage === 'lapsed')
    return <Words about={stage} {...(linked ? dialogWords.phone.lapsed() : dialogWords.lapsed)} />;
  if (stage === 'failed') {
    const told = failureWords(reason ?? 'failed', wallet);
    return (
      <Words about={stage} {...told} {...(reason === 'unreachable' && { text: dialogWords.phone.checkInternet })} />
    );
  }
  const text = linked ? dialogWords.phone.opening : dialogWords.phone.confirm(spokenOf(wallet));
  const late = linked ? dialogWords.phone.stuck : dialogWords.phone.asking(spokenOf(wallet));
  if (seen.cutOff)
    return (
      <Words about="opening" {...dialogWords.connect.status.opening(spokenOf(wallet))} text={dialogWords.cutOff} />
    );
  const isLate = stuck || (stage satisfies 'opening' | 'slow') === 'slow';
  return (
    <Words about="opening" {...dialogWords.connect.status.opening(spokenOf(wallet))} text={isLate ? late : text} />
  );
}

interface OnwardProps {
  seen: SeenAttempt;
  stuck: boolean;
  /** The link into the app. */
  link: string | null;
  onFollow: () => void;
}

/** The link into the app, which can be followed again at any time, and the way to get the app. */
export function OpenAppLink({ seen: { wallet, stage }, stuck, link, onFollow }: OnwardProps) {
  const store = wallet.installed ? null : wallet.get.mobile;
  const again = stuck && stage !== 'code';
  return (
    <Slot>
      {link && (
        <MainLink key={`${again}`} ref={yieldFocus} css={entrance} {...appLinkProps(link)} onClick={onFollow}>
          {again ? (
            <>
              <Retry />
              {copy.wallet.retry}
            </>
          ) : (
            <span>{dialogWords.phone.open(spokenOf(wallet))}</span>
          )}
        </MainLink>
      )}
      {link && stuck && store && (
        <PlainLink ref={yieldFocus} href={store} {...newTabProps}>
          <span>
            {dialogWords.getName({ name: wallet.shortName })}
            <NewTab />
          </span>
        </PlainLink>
      )}
    </Slot>
  );
}

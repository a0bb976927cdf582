import { describe, expect } from 'vitest';
import { ACCOUNT } from '../wallet/wallet.ts';
import { acknowledgedSessions, RELAY_ERRORS, withRelay } from './relaySite.ts';
import { deploySiteWithoutSignIn } from './sites.ts';
import { killRelayConnections } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';
import type { Visitor } from './visitor/visitor.ts';
import { OTHER_ACCOUNT } from './visitor/wallets.ts';

/* Tests faults between page, relay and phone, with the real libraries on both sides. */

const test = withRelay('walletConnect-faults', deploySiteWithoutSignIn);

async function showsAccount(visitor: Visitor, account = ACCOUNT) {
  await visitor.entersAccount();
  await seen(visitor.modal).toContainText(shortAddress(account));
}

describe('a relay that refuses the site', () => {
  for (const how of [3000, 401, 403] as const)
    test(`a refusal by the relay is shown at once, and logged to the console: ${how}`, async ({ visit, relay }) => {
      relay.deny(how);
      const visitor = await visit();
      const warnings: string[] = [];
      visitor.page.on('console', (message) => warnings.push(message.text()));
      visitor.forgiven.push(
        /VITE_WALLETCONNECT_PROJECT_ID/,
        RELAY_ERRORS,
        /the server responded with a status of 40[13]/,
      );
      await visitor.picks('Rainbow');
      await visitor.hears('failure.refused.title');
      await seen.poll(() => warnings.filter((text) => text.includes('VITE_WALLETCONNECT_PROJECT_ID'))).toHaveLength(1);
      relay.allow();
      await visitor.connect.retry.click();
      await seen(visitor.connect.code).toBeVisible();
    });
});

describe('a pairing code from before a reload', () => {
  test('a code from before a reload is withdrawn once the page shows another code', async ({ visit, phoneOf }) => {
    const entered = await visit();
    const { page } = entered;
    const [lost, phone] = [await phoneOf(), await phoneOf()];
    await entered.picks('Rainbow');
    const old = await entered.copiesLink();
    await page.reload();
    await entered.picks('Rainbow');
    const uri = await entered.copiesLink();
    await lost.pair(old).catch(() => {});
    await phone.pair(uri);
    await seen(entered.modal).toBeHidden();
    await showsAccount(entered);
    expect(acknowledgedSessions(lost)).toEqual([]);
    await seen.poll(() => acknowledgedSessions(phone)).toHaveLength(1);
  });
});

describe('a phone that shares more networks or accounts than requested', () => {
  test('a phone connects on a supported network that it does not list first', async ({ visit, phoneOf }) => {
    const entered = await visit();
    const phone = await phoneOf('approve', ACCOUNT, { chainIds: [137, 1], generous: true });
    await entered.connectsBy(phone);
    await showsAccount(entered);
    await seen(entered.modal).not.toContainText(say('account.network', null));
  });

  test('an update by the phone without changes keeps the chosen account', async ({ visit, phoneOf }) => {
    const entered = await visit();
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await phone.share([ACCOUNT.address, OTHER_ACCOUNT.address]);
    await phone.emit('accountsChanged', [OTHER_ACCOUNT.address]);
    await showsAccount(entered, OTHER_ACCOUNT);
    await phone.share([ACCOUNT.address, OTHER_ACCOUNT.address]);
    await phone.share([ACCOUNT.address, OTHER_ACCOUNT.address]);
    await seen(entered.modal).toContainText(shortAddress(OTHER_ACCOUNT));
    await phone.share([ACCOUNT.address]);
    await seen(entered.modal).toContainText(shortAddress(ACCOUNT));
  });
});

describe('a relay connection that died while the wallet app was in front', () => {
  const wakes: Record<string, (visitor: Visitor) => Promise<unknown>> = {
    visibilitychange: async (visitor) => {
      await visitor.setsVisibility('hidden');
      await visitor.setsVisibility('visible');
    },
    online: ({ page }) => page.evaluate(() => dispatchEvent(new Event('online'))),
    pageshow: ({ page }) =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  };
  for (const [name, wake] of Object.entries(wakes))
    test(`a dead relay connection is reopened on ${name}, and the approval arrives`, async ({
      visit,
      phoneOf,
      relay,
    }) => {
      let line!: Awaited<ReturnType<typeof killRelayConnections>>;
      const entered = await visit({
        before: async (page) => {
          line = await killRelayConnections(page, relay);
        },
      });
      const phone = await phoneOf('hold');
      await entered.scansWith(phone);
      await seen.poll(() => phone.seen.proposals.length).toBe(1);
      line.die();
      await phone.approve();
      await wake(entered);
      await seen(entered.modal).toBeHidden();
      await showsAccount(entered);
      if (name !== 'online') return;
      // The connection of the session dies as well.
      line.die();
      await phone.share([ACCOUNT.address, OTHER_ACCOUNT.address]);
      await phone.emit('accountsChanged', [OTHER_ACCOUNT.address]);
      await wake(entered);
      await showsAccount(entered, OTHER_ACCOUNT);
    });
});

describe('a browser whose IndexedDB fails', () => {
  const faults: Record<string, () => void> = {
    broken: () => {
      indexedDB.open = () => {
        throw new DOMException('No database here.', 'SecurityError');
      };
    },
    failing: () => {
      const { open } = indexedDB;
      indexedDB.open = (name) => open.call(indexedDB, name, 0.5 as never);
    },
    'never opening': () => {
      indexedDB.open = () => new EventTarget() as IDBOpenDBRequest;
    },
    full: () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    },
  };
  for (const [name, fault] of Object.entries(faults))
    test(`a browser with a broken IndexedDB connects until the page closes: ${name}`, async ({ visit, phoneOf }) => {
      const entered = await visit({ scripts: [fault] });
      await entered.connectsBy(await phoneOf());
      await showsAccount(entered);
      await entered.button('leave').click();
      await seen(entered.modal).toBeHidden();
    });
});

describe('invalid messages through the relay', () => {
  const rubbish = [
    'hello',
    'null',
    '7',
    '[]',
    '{}',
    '{"id":"error","jsonrpc":"2.0","result":true}',
    '{"id":"payload","jsonrpc":"2.0","result":true}',
    '{"id":1,"jsonrpc":"2.0","method":7}',
    '{"id":1,"jsonrpc":"2.0","method":"irn_subscription"}',
    '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"error","data":{"topic":1,"message":{}}}}',
    '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"x","data":null}}',
  ];

  test('invalid messages of the relay are ignored, and the phone can still connect', async ({
    visit,
    phoneOf,
    relay,
  }) => {
    const entered = await visit();
    await entered.picks('Rainbow');
    const uri = await entered.copiesLink();
    for (const text of rubbish) relay.say(text);
    const topic = /^wc:(\w+)@/.exec(uri)?.[1];
    for (const message of ['', 'rubbish', 'A'.repeat(200)])
      relay.say(
        JSON.stringify({
          id: 2,
          jsonrpc: '2.0',
          method: 'irn_subscription',
          params: { id: 'x', data: { topic, message, publishedAt: 0, tag: 1101 } },
        }),
      );
    const phone = await phoneOf();
    await phone.pair(uri);
    await seen(entered.modal).toBeHidden();
    await seen.poll(() => acknowledgedSessions(phone)).toHaveLength(1);
  });

  test('invalid messages of the phone are ignored, and the account stays connected', async ({ visit, phoneOf }) => {
    const entered = await visit();
    const phone = await phoneOf();
    await entered.connectsBy(phone);
    await showsAccount(entered);
    const news: [string, unknown][] = [
      ['chainChanged', 'rubbish'],
      ['chainChanged', {}],
      ['accountsChanged', [null]],
      ['accountsChanged', 'rubbish'],
      ['accountsChanged', [7, {}]],
    ];
    for (const [name, data] of news) await phone.emit(name, data).catch(() => {});
    await phone.share([OTHER_ACCOUNT.address]);
    await seen(entered.modal).toContainText(shortAddress(OTHER_ACCOUNT));
  });
});

import { useMachine } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { parseRecord, serializeRecord } from '#domain/records';
import { createTransaction } from '#domain/transaction';
import { addToBook, parseTransactionBook } from '#domain/transactions';
import { openPanelWindow, POPUP_BLOCKED } from '../../workbench/panel/apart';
import { BENCH_EVENT, SEND_BENCH_QUERY } from '../../workbench/panel/benchHandover';
import type { Bench } from '../../workbench/recorder/bench';
import { Card } from './Card';
import { cardMachine } from './card';
import { connectToDemoServer, type DemoServerConnection } from './line';
import { DemoLogo } from './Star';
import { DEMO_WALLET_KEY, type DemoState, type DeviceName, type ServerState } from './state';

type Framed = Window & typeof globalThis;

const SERVERS = {
  relay: { label: 'Relay', choices: ['works', 'is down'] },
  signIn: { label: 'Sign-in', choices: ['works', 'is down', 'refuses signatures', 'never answers'] },
} as const;

/** Adds a transaction to the list that the page keeps in `localStorage`, as other code of the same origin could. */
function listTransaction(instance: string, address: string, hash: string) {
  const key = `${instance}.transactions`;
  const book = parseRecord(localStorage.getItem(key), parseTransactionBook);
  const sent = createTransaction({ hash, description: 'Send 0.01 ETH' });
  localStorage.setItem(key, serializeRecord(addToBook(book, { address, chainId: 1 }, sent)));
}

/**
 * Returns the text of the QR code that the page shows. Presses the page's button “Copy link”, and catches what it would
 * copy. Returns null if the page shows no code.
 */
async function scan(page: Framed): Promise<string | null> {
  const buttons = [...page.document.querySelectorAll<HTMLElement>('dialog[open] button')];
  const button = buttons.find(({ textContent }) => textContent === 'Copy link');
  if (!button) return null;
  const { clipboard } = page.navigator;
  const copied = new Promise<string>((hear) => {
    clipboard.writeText = async (text) => hear(text);
  });
  button.click();
  const text = await copied;
  Reflect.deleteProperty(clipboard, 'writeText');
  return text;
}

const Panel = lazy(async () => ({ default: (await import('../../workbench/panel/Panel')).Panel }));

/**
 * Returns the framed page's `Bench`, through which the panel reads and controls the page's machines. `count` is how
 * many benches the page has handed over: one for each load.
 */
function useBench() {
  const [handed, setHanded] = useState<{ bench: Bench | null; count: number }>({ bench: null, count: 0 });
  useEffect(() => {
    const hear = (event: Event) =>
      setHanded(({ count }) => ({ bench: (event as CustomEvent<Bench>).detail, count: count + 1 }));
    addEventListener(BENCH_EVENT, hear);
    return () => removeEventListener(BENCH_EVENT, hear);
  }, []);
  return handed;
}

function Server({ line, state, name }: { line: DemoServerConnection; state: DemoState; name: keyof typeof SERVERS }) {
  const { label, choices } = SERVERS[name];
  return (
    <label className="server" data-off={state[name] !== 'works' || undefined}>
      <i /> {label}
      <select
        value={state[name]}
        onChange={({ target }) => line.command({ type: name, is: target.value as ServerState })}
      >
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}

function Demo({ line, instance }: { line: DemoServerConnection; instance: string }) {
  const state = useSyncExternalStore(line.subscribe, line.read);
  const lost = useSyncExternalStore(line.subscribe, line.isLost);
  const frame = useRef<HTMLIFrameElement>(null);
  const caller = useRef<HTMLButtonElement>(null);
  const [card, send] = useMachine(cardMachine);
  const [device, setDevice] = useState<DeviceName>('wallet');
  const [said, say] = useState('Connect a wallet on the page, and choose Demo Wallet.');
  const inWallet = state?.wallet.questions.length ?? 0;
  const onPhone = state?.phone.questions.length ?? 0;
  const count = inWallet + onPhone;
  const isOpen = !card.matches('hidden') && !card.matches('leaving');
  const before = useRef({ inWallet, onPhone });
  const { bench, count: benches } = useBench();
  const [apart, setApart] = useState<Window | null>(null);

  // Opens the card at the device with a new request. After the last answer, the focus returns to the page.
  useEffect(() => {
    const { current } = before;
    const isAsked = inWallet > current.inWallet || onPhone > current.onPhone;
    const isDone = inWallet + onPhone === 0 && current.inWallet + current.onPhone > 0;
    before.current = { inWallet, onPhone };
    if (isAsked) {
      const asked = inWallet > current.inWallet ? 'wallet' : 'phone';
      send({ type: 'asked' });
      setDevice(asked);
      say(asked === 'wallet' ? 'The demo wallet is asked.' : 'The phone is asked.');
    } else if (isDone) {
      say('');
      send({ type: 'answered' });
      frame.current?.contentWindow?.focus();
    }
  }, [inWallet, onPhone, send]);
  const page = useCallback(() => frame.current!.contentWindow as Framed, []);

  // When the visitor leaves the framed page, the requests of that page end.
  const follow = () => page().addEventListener('pagehide', () => line.leave());
  const hide = () => {
    send({ type: 'hide' });
    caller.current?.focus();
  };
  const startOver = async () => {
    await line.command({ type: 'reset' });
    localStorage.clear();
    sessionStorage.clear();
    page().location.replace(bench ? `/${SEND_BENCH_QUERY}` : '/');
    setDevice('wallet');
    say('Everything is as it was at the start.');
  };
  const watch = () => {
    const opened = openPanelWindow();
    if (!opened) return say(POPUP_BLOCKED);
    opened.addEventListener('pagehide', () => setApart(null));
    setApart(opened);
    if (bench) return;
    // The page is loaded again, because machines can be inspected only from their start.
    page().location.replace(`/${SEND_BENCH_QUERY}`);
    say('The page has started again, so that the workbench shows all of it.');
  };
  const mine = async () => {
    await line.command({ type: 'mine' });
    say('A block was mined.');
  };
  const transfer = async () => {
    const answer = (await line.command({ type: 'send' })) as { value?: string };
    const { accounts, account } = line.read()!;
    if (!answer.value) return say('The transaction was rejected.');
    listTransaction(instance, accounts[account]!.address, answer.value);
    say('The transaction waits for a block. The account dialog lists it.');
  };
  const read = async () => {
    const uri = await scan(page());
    if (!uri) return say('The page shows no code. Choose WalletConnect there first.');
    await line.command({ type: 'scan', uri }).catch(() => say('The phone could not read the code.'));
  };

  return (
    <>
      <main>
        <iframe ref={frame} id="page" title="The page" src="/" allow="clipboard-write" onLoad={follow} />
        {state && !card.matches('hidden') && (
          <Card
            state={state}
            device={device}
            leaving={card.matches('leaving')}
            onDevice={setDevice}
            onCommand={line.command}
            onSend={transfer}
            onScan={read}
            onClose={hide}
          />
        )}
      </main>
      <p className="said" role="status">
        {lost ? 'The demo has ended. Run npm run demo again, then reload.' : said}
      </p>
      {apart &&
        bench &&
        createPortal(
          <main className="bench">
            <Suspense>
              <Panel key={benches} bench={bench} onClose={() => apart.close()} />
            </Suspense>
          </main>,
          apart.document.body,
        )}
      <footer className="strip">
        <DemoLogo />
        <h1>Demo</h1>
        <p>Nothing here is real, and nothing leaves this computer.</p>
        {state && (
          <>
            <fieldset className="servers" aria-label="Servers">
              <span className="server">
                <i /> Chain <em>block {state.block}</em>
                {state.waiting > 0 && <em>, {state.waiting} waiting</em>}
              </span>
              <Server line={line} state={state} name="relay" />
              <Server line={line} state={state} name="signIn" />
            </fieldset>
            <button type="button" onClick={mine}>
              Mine a block
            </button>
            <button type="button" onClick={startOver}>
              Start over
            </button>
            <button type="button" onClick={watch}>
              Workbench
            </button>
            <button type="button" ref={caller} aria-pressed={isOpen} onClick={() => send({ type: 'toggle' })}>
              Wallet{count > 0 ? ` (${count})` : ''}
            </button>
          </>
        )}
      </footer>
    </>
  );
}

function start() {
  const place = document.getElementById('demo')!;
  const line = connectToDemoServer((news) => {
    const page = document.querySelector<HTMLIFrameElement>('#page')?.contentWindow as Framed | undefined;
    if (page) page.dispatchEvent(new page.CustomEvent(DEMO_WALLET_KEY, { detail: page.structuredClone(news) }));
  });
  // The wallet's script in the framed page calls this global function.
  Reflect.set(window, DEMO_WALLET_KEY, line.request);
  createRoot(place).render(<Demo line={line} instance={place.dataset.instance!} />);
}

start();

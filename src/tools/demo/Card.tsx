import { type UIEvent, useEffect, useRef, useState } from 'react';
import { DemoLogo } from './Star';
import {
  DEMO_NETWORKS,
  type DemoCommand,
  type DemoState,
  type DeviceName,
  type NextAnswer,
  type WalletRequest,
} from './state';

const networkName = (id: number) => DEMO_NETWORKS.find((one) => one.id === id)?.name ?? `Network ${id}`;

function textIn(params: unknown) {
  const [hex = ''] = params as [string?];
  const bytes = (hex.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

interface Asked {
  title: string;
  words: string;
  facts: [name: string, value: string][];
  message?: string;
  approve: string;
}

/** Returns the texts that explain a request of the page to the wallet's owner. */
function askedBy({ method, params }: WalletRequest, { accounts, account, chainId }: DemoState): Asked {
  const facts: Asked['facts'] = [['Asked by', method]];
  const { name } = accounts[account]!;
  const [first] = (Array.isArray(params) ? params : []) as [Record<string, string>?];
  switch (method) {
    case 'personal_sign':
      return {
        title: 'Sign this message?',
        words: 'A signature moves nothing. It shows that the account is yours.',
        facts,
        message: textIn(params),
        approve: 'Sign',
      };
    case 'wallet_addEthereumChain':
    case 'wallet_switchEthereumChain':
      return {
        title: 'Go to another network?',
        words: 'The page asks to change the network of this wallet.',
        facts: [['From', networkName(chainId)], ['To', networkName(Number(first?.chainId))], ...facts],
        approve: 'Go there',
      };
    case 'eth_sendTransaction':
      return {
        title: 'Send 0.01 ETH?',
        words: 'It is test money on a chain of this computer.',
        facts: [['From', name], ['To', `${first?.to?.slice(0, 6)}…${first?.to?.slice(-4)}`], ...facts],
        approve: 'Send',
      };
    default:
      return {
        title: 'The page asks to connect',
        words: 'It will see the address of your account, and ask before anything else.',
        facts: [['Account', name], ...facts],
        approve: 'Approve',
      };
  }
}

const NEXT: Record<NextAnswer, string> = { ask: 'Ask me', approve: 'Approve', reject: 'Reject', late: 'After 5 s' };
const DEVICES: Record<DeviceName, string> = { wallet: 'In this browser', phone: 'On a phone' };

function Message({ text }: { text: string }) {
  const box = useRef<HTMLElement>(null);
  const [more, setMore] = useState(false);
  const look = ({ scrollHeight, scrollTop, clientHeight }: Element) =>
    setMore(scrollHeight - scrollTop - clientHeight > 1);
  const scroll = ({ currentTarget }: UIEvent) => look(currentTarget);
  useEffect(() => {
    const element = box.current!;
    const watcher = new ResizeObserver(() => look(element));
    watcher.observe(element);
    return () => watcher.disconnect();
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="message" ref={box} tabIndex={0} aria-label="Message" onScroll={scroll}>
        {text}
      </section>
      <p className="more">{more && 'Scroll down: the message goes on.'}</p>
    </>
  );
}

/** Focuses the title of a new request, as the window of a real wallet would take the focus. */
const takeFocus = (title: HTMLElement | null) => title?.focus();

interface CardProps {
  state: DemoState;
  device: DeviceName;
  /** Whether the card is fading out. Meanwhile it still catches clicks, so that none reaches the page below. */
  leaving: boolean;
  onDevice: (device: DeviceName) => void;
  onCommand: (command: DemoCommand) => Promise<unknown>;
  onSend: () => void;
  onScan: () => void;
  onClose: () => void;
}

/** The card of the demo wallet: account, network, the pending request, and how the wallet answers the next requests. */
export function Card({ state, device, leaving, onDevice, onCommand, onSend, onScan, onClose }: CardProps) {
  const { accounts, account, chainId } = state;
  const { questions, next, connected } = state[device];
  const [question] = questions;
  const asked = question && askedBy(question, state);
  const answer = (by: 'approve' | 'reject') => onCommand({ type: 'answer', device, by });
  const owner = accounts[device === 'phone' ? 0 : account]!;
  return (
    <section
      className="card"
      aria-label="Demo wallet"
      data-leaving={leaving || undefined}
      onClickCapture={(event) => (leaving || event.detail > 1) && event.stopPropagation()}
    >
      <header>
        <DemoLogo />
        <b>Demo wallet</b>
        {questions.length > 0 && <span className="count">{questions.length}</span>}
        <button type="button" aria-label="Hide the wallet" onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" />
          </svg>
        </button>
      </header>
      <fieldset className="choice devices" aria-label="Which wallet">
        {(['wallet', 'phone'] as const).map((name) => (
          <button type="button" key={name} aria-pressed={name === device} onClick={() => onDevice(name)}>
            {DEVICES[name]}
          </button>
        ))}
      </fieldset>
      <div className="mine">
        <label>
          Account
          <select
            value={device === 'phone' ? 0 : account}
            disabled={device === 'phone'}
            onChange={({ target }) => onCommand({ type: 'account', account: Number(target.value) })}
          >
            {accounts.map(({ name, balance }, i) => (
              <option key={name} value={i}>
                {name}, {balance}
              </option>
            ))}
          </select>
        </label>
        <label>
          Network
          <select
            value={device === 'phone' ? 1 : chainId}
            disabled={device === 'phone'}
            onChange={({ target }) => onCommand({ type: 'network', chainId: Number(target.value) })}
          >
            {DEMO_NETWORKS.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {asked ? (
        <div className="ask">
          <h2 tabIndex={-1} key={`${question.method} ${questions.length}`} ref={takeFocus}>
            {asked.title}
          </h2>
          <p>{asked.words}</p>
          {asked.message && <Message text={asked.message} />}
          <dl>
            {asked.facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className="answers">
            <button type="button" onClick={() => answer('reject')}>
              Reject
            </button>
            <button type="button" className="yes" onClick={() => answer('approve')}>
              {asked.approve}
            </button>
            <button type="button" className="quiet" onClick={onClose}>
              Hold it: say nothing for now
            </button>
          </div>
        </div>
      ) : (
        <div className="ask idle">
          <b>{owner.balance}</b>
          <p>{owner.name}</p>
          {device === 'phone' ? (
            <>
              <p>
                {connected
                  ? 'The phone is connected to the page.'
                  : 'Choose WalletConnect on the page. Then let the phone scan the code.'}
              </p>
              {!connected && (
                <button type="button" className="yes" onClick={onScan}>
                  Scan the code
                </button>
              )}
            </>
          ) : (
            <>
              <p>
                {connected
                  ? 'Connected. Nothing is asked.'
                  : 'Nothing is asked. Connect a wallet on the page, and choose Demo Wallet.'}
              </p>
              {connected && chainId === 1 && (
                <button type="button" className="yes" onClick={onSend}>
                  Send 0.01 ETH
                </button>
              )}
            </>
          )}
        </div>
      )}
      <footer>
        <span>Next requests</span>
        <fieldset className="choice" aria-label="What the wallet does with the next requests">
          {(Object.keys(NEXT) as NextAnswer[]).map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={one === next}
              onClick={() => onCommand({ type: 'next', device, next: one })}
            >
              {NEXT[one]}
            </button>
          ))}
        </fieldset>
      </footer>
    </section>
  );
}

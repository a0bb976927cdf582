import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type ActorRefFrom, type SnapshotFrom, toPromise } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Transaction } from '#domain/transaction';
import { accountMachine } from '#machines/account';
import { clipboardMachine } from '#machines/clipboard';
import { transactionMachine } from '#machines/transaction';
import { transactionsMachine } from '#machines/transactions';
import { AccountView } from '../../src/views/wallet/Account';
import { presentOutcomes } from '../../src/views/wallet/transactions.present';
import { perform } from '../engine/perform';
import { sampleConnection, sampleSender } from '../samples/connections';
import { transactionWorld } from '../samples/transaction';
import { nthTransaction, transactionsWorld } from '../samples/transactions';
import { createSentencePattern, formatPhrase, wordsAt } from '../support/words';
import { createControlsByName } from './controls';
import { expectAnnouncement, listLiveTexts } from './said';
import { announceOutcomes } from './scripted';
import { showDialog } from './support';
import { testView } from './testView';

const dialog = page.getByRole('dialog', { name: wordsAt('account.title'), exact: true });
const clearing = dialog.getByRole('button', { name: wordsAt('transactions.clear'), exact: true });
const rows = () =>
  dialog
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const clear = () => clearing.elements();
const others = () => [
  ...createControlsByName(
    wordsAt('account.network', ETHEREUM),
    wordsAt('account.copy'),
    wordsAt('leave'),
    wordsAt('close'),
    createSentencePattern('account.explorer'),
  )(),
  ...document.querySelectorAll('li a'),
];
const heardNow = () => listLiveTexts(dialog.element());

async function looking(transactions: ActorRefFrom<typeof transactionsMachine>) {
  const { actor, stop } = perform(accountMachine, {
    input: sampleSender,
    actors: { clipboard: clipboardMachine, outcomes: announceOutcomes(transactions) },
  });
  await showDialog(
    actor,
    'narrow',
    <AccountView actor={actor} transactions={transactions} connection={sampleConnection} chains={[ETHEREUM]} />,
  );
  const heard = () =>
    presentOutcomes(actor.getSnapshot().children.outcomes?.getSnapshot()).map(({ text }) => formatPhrase(text));
  return { leave: stop, heard: () => heard().join('') };
}

const lineOf = ({ description, status }: Transaction) => wordsAt('transactions.line', { name: description }, status);

testView(transactionsMachine, transactionsWorld, async ({ coverage }) => {
  const { actor, stop, ...life } = perform(transactionsMachine, { coverage });
  const { leave, heard } = await looking(actor);
  const seen = async (model: SnapshotFrom<typeof transactionsMachine>) => {
    const { list } = model.context;
    const lists = () => dialog.getByRole('list').elements().length;
    await expect.poll(() => [rows(), lists()], { interval: 5 }).toEqual([list.map(lineOf), list.length ? 1 : 0]);
    await expectAnnouncement(heard(), heardNow);
  };
  const end = () => {
    stop();
    leave();
  };
  return { ...life, stop: end, controls: { clear }, others, seen };
});

const sent = nthTransaction(1);
testView(transactionMachine, transactionWorld, async ({ input, coverage }) => {
  const { actor, stop, ...life } = perform(transactionMachine, { input, coverage });
  const keeper = perform(transactionsMachine);
  const keep = (status: Transaction['status']) =>
    keeper.send({ type: 'transactions.changed', account: sampleSender, list: [{ ...sent, status }] });
  await keep('pending');
  const { leave, heard } = await looking(keeper.actor);
  // Stores the result, as the adapter does, and sends the new list.
  toPromise(actor).then(keep);
  const seen = async (model: SnapshotFrom<typeof transactionMachine>) => {
    const status = model.output ?? 'pending';
    await expect.poll(rows, { interval: 5 }).toEqual([lineOf({ ...sent, status })]);
    await expectAnnouncement(heard(), heardNow);
  };
  const end = () => {
    for (const end of [stop, keeper.stop, leave]) end();
  };
  return { ...life, stop: end, controls: {}, others: () => [...clear(), ...others()], seen };
});

import type { Wallet } from '#domain/wallet';

let attempts = 0;

/** Claims `wallet` as an attempt does. `answer` settles as the claim does; `leave` gives the claim up. */
export async function claim(wallet: Wallet) {
  const { connection } = await import('#adapters/wallets/connection');
  const attempt = `attempt ${++attempts}`;
  const answer = new Promise<void>((resolve, reject) => {
    connection.on('claim.approved', (news) => news.attempt === attempt && resolve());
    connection.on('claim.refused', (news) => news.attempt === attempt && reject(news.error));
  });
  // A test that is about something else does not look at it.
  answer.catch(() => {});
  connection.send({ type: 'claim', wallet, attempt });
  return { answer, leave: () => connection.send({ type: 'leave', attempt }) };
}

/** Claims `wallet`, unless it is connected anyway, and leaves once it has answered. */
export async function connect(wallet: Wallet) {
  const { connection } = await import('#adapters/wallets/connection');
  if (connection.getSnapshot().context.connection?.wallet.id === wallet.id) return;
  const { answer, leave } = await claim(wallet);
  await answer.finally(leave);
}

import type { SpokenWallet } from '#copy/writer';
import { representsManyWallets, type Wallet } from '#domain/wallet';
import type { Phrase, PhraseKey } from '../phrase';

type TellingKey = PhraseKey extends infer Key ? (Key extends `${infer Told}.title` ? Told : never) : never;

interface StatePhrases {
  title: Phrase;
  text: Phrase;
}

export const statePhrasesOf = (key: TellingKey, ...values: unknown[]): StatePhrases => ({
  title: { key: `${key}.title` as PhraseKey, values },
  text: { key: `${key}.text` as PhraseKey, values },
});

export const toSpokenWallet = (wallet: Pick<Wallet, 'id' | 'name'>): SpokenWallet =>
  representsManyWallets(wallet) ? null : { name: wallet.name };

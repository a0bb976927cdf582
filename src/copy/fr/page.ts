import type { CostComparison } from '#domain/comparison';
import type { AmountLimits, Brand, PageTexts } from '../en/page';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

const RIVAL = 'Kamino';
const EMPTY = 'Saisissez un montant à comparer.';

export const createPageTexts = ({ brand }: Brand, { min, max }: AmountLimits): PageTexts => ({
  brand,
  notFound: '404 Page introuvable',
  newTab: '(s’ouvre dans un nouvel onglet)',
  close: 'Fermer',
  trace: 'Copier les détails de l’erreur',
  traced: {
    copied: 'Détails de l’erreur copiés.',
    refused: 'Impossible de copier les détails. Sélectionnez-les ci-dessous.',
  },
  comparison: {
    title: 'Emprunter 50\u00a0% moins cher',
    lead: 'Au lieu de payer des intérêts, vous partagez les récompenses de staking. Saisissez un montant pour voir ce que coûte une année chez chacun.',
    amount: 'Montant à emprunter',
    unit: 'USDC',
    cost: 'Coût sur 1\u00a0an',
    rival: RIVAL,
    saving: 'Vous économisez',
    footnote:
      'Sur la base d’un taux d’intérêt concurrent de 5\u00a0% et d’un rendement annuel (APY) du staking de SOL de 8\u00a0%. Arrondi au dollar entier.',
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${formatDollars(difference)} de moins que ${RIVAL} sur 1\u00a0an.`
        : `À ce montant, les deux coûts s’arrondissent à ${formatDollars(0)}.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} pendant 1\u00a0an coûtent ${formatDollars(kaminoCost)} chez ${RIVAL} et ${formatDollars(iABorrowCost)} chez ${brand}. Vous économisez ${formatDollars(difference)}, soit ${formatPercent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: 'Combien d’USDC voulez-\u2060vous emprunter\u202f?',
    lead: 'L’alpha est un premier tour limité. Ceci demande seulement une place\u00a0: rien n’est encore emprunté.',
    field: 'Montant',
    slider: 'Montant en USDC',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `Ajouter ${groupDigits(by)}`,
    less: (by: number) => `Retirer ${groupDigits(by)}`,
    help: `Faites glisser ou saisissez un montant entre ${formatDollars(min)} et ${formatDollars(max)}`,
    limit: {
      min: `Le plus petit montant est de ${formatDollars(min)}.`,
      max: `Le plus grand montant est de ${formatDollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}. Reste ${formatDollars(rest)}.`,
    remaining: 'Allocation restante de l’alpha limitée\u202f!',
    taken: (amount: number) => `Attribué ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `Vous ${formatDollars(amount)} sur ${formatDollars(total)}`,
    request: 'Demander à rejoindre l’alpha',
    exceeds: 'Montant supérieur à l’allocation',
    smaller: 'Choisissez un montant plus petit pour continuer.',
    after: 'Ouvre Telegram avec votre message prêt. Rien n’est envoyé tant que vous ne l’envoyez pas.',
    notice: 'Votre demande',
    requested: {
      opened: { text: 'Telegram s’est ouvert dans un nouvel onglet avec votre demande.', link: 'Rouvrir' },
      unopened: { text: 'Telegram ne s’est pas ouvert.', link: 'Ouvrir Telegram' },
    },
  },
  wallet: {
    title: 'Connecter un portefeuille',
    retry: 'Réessayer',
    slow: { title: 'Un instant…', text: 'Chargement de vos portefeuilles.' },
    updating: { title: 'Cette page a été mise à jour', text: 'Chargement de la nouvelle version…' },
    broken: {
      title: 'Échec du chargement',
      text: 'Votre portefeuille va bien et rien n’a été envoyé. Veuillez réessayer.',
    },
    offline: { title: 'Vous êtes hors ligne', text: 'Reconnectez-vous à Internet, puis réessayez.' },
  },
});

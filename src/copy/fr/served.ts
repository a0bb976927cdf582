import type { Brand } from '../en/page';
import type { ServedTexts } from '../en/served';

export const createServedTexts = ({ brand }: Brand): ServedTexts => ({
  brand,
  control: {
    connect: 'Connecter un portefeuille',
    account: 'Compte',
    reconnect: 'Reconnecter {wallet}',
    pending: '(transaction en attente)',
  },
  home: `Accueil ${brand}`,
  skip: 'Aller au contenu',
  noScript: 'Activez JavaScript pour connecter un portefeuille.',
  meta: {
    title: `${brand}\u00a0: emprunter des USDC sans intérêt`,
    description:
      'Déposez des SOL. Empruntez des USDC. Sans intérêt\u00a0: vos SOL sont mis en staking, et vous partagez les récompenses avec les prêteurs.',
    picture: `Empruntez des USDC sans intérêt. ${brand}.`,
  },
  hero: {
    headline: 'Empruntez des USDC sans intérêt.',
    subline: 'Déposez des SOL. Empruntez des USDC.',
    join: 'Rejoindre l’alpha',
    how: 'Comment ça marche',
  },
  steps: {
    title: 'Comment ça marche',
    lead: 'Trois étapes, sans intérêt.',
    list: [
      { title: 'Déposez des SOL', text: 'Vos SOL garantissent les USDC que vous empruntez.' },
      {
        title: 'Vos SOL sont mis en staking',
        text: 'Ils rapportent des récompenses de staking. Vous les partagez avec les prêteurs au lieu de payer des intérêts.',
      },
      {
        title: 'Recevez des USDC',
        text: 'Vos USDC arrivent par un marché de gré à gré (OTC). Cela peut prendre 3 à 4\u00a0jours.',
      },
    ],
    more: 'En savoir plus',
    moreAbout: `sur le fonctionnement d’${brand}, dans le litepaper (s’ouvre dans un nouvel onglet)`,
  },
  halal: {
    title: '100\u00a0% halal',
    list: [
      { title: 'Sans intérêt (riba)', text: 'Vous ne payez aucun intérêt sur les USDC que vous recevez.' },
      {
        title: 'Partage équitable des profits',
        text: 'Les récompenses de staking sont partagées entre vous et les prêteurs.',
      },
      { title: 'Conforme à la charia', text: 'Les prêteurs touchent une part des récompenses, pas un intérêt.' },
    ],
  },
  backers: { title: 'Soutenu par les meilleurs' },
  footer: {
    risk: 'La valeur des SOL et leurs récompenses de staking peuvent baisser. Ceci est une alpha limitée\u00a0: ne participez qu’avec ce que vous pouvez vous permettre de perdre. Rien ici ne constitue un conseil financier ou religieux.',
    rights: `© ${brand}`,
    licenses: 'Licences',
    language: 'Langue',
    commit: 'Commit',
    root: 'racine',
  },
  error: {
    title: 'Erreur inattendue de l’application\u202f!',
    notFound: '404 Page introuvable',
    crashed: 'Une erreur s’est produite. Rien n’a été envoyé. Revenez en arrière et réessayez.',
    home: 'Retour à l’accueil',
    damaged:
      'Cette copie de la page est endommagée ou a été modifiée en chemin, elle ne s’exécute donc pas. Ne connectez pas de portefeuille ici et revenez plus tard.',
  },
});

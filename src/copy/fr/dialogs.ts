import type { DialogTexts } from '../en/dialogs';
import type { IsolatedName, SentenceWriter, SpokenWallet, StateTexts } from '../writer';

export const createDialogTexts = <Node>({
  named,
  around,
  told,
  plain,
  listed,
  plural,
}: SentenceWriter<Node>): DialogTexts<Node> => {
  const failed = (wallet: SpokenWallet): StateTexts<Node> => ({
    title: wallet ? named`${wallet} n’a pas pu se connecter` : 'Votre portefeuille n’a pas pu se connecter',
    text: 'Un problème est survenu dans le portefeuille. Réessayez ou choisissez-en un autre.',
  });
  const exceptFor = (others: IsolatedName[], text: string) =>
    plural<Node | string>(others.length, {
      zero: text,
      one: named`${text} ${listed(others)} fonctionne encore.`,
      other: named`${text} ${listed(others)} fonctionnent encore.`,
    });
  const status = { pending: 'En attente', confirmed: 'Confirmée', failed: 'Échouée' };

  return {
    back: 'Retour',
    search: 'Chercher un portefeuille',
    noneFound: 'Aucun portefeuille trouvé',
    nothing: (query) =>
      named`Aucun portefeuille ne correspond à «\u00a0${query}\u00a0». Essayez WalletConnect\u00a0: il fonctionne avec la plupart des applications.`,
    recent: 'Récent',
    latest: 'Dernier choisi',
    unsupported: '(non pris en charge)',
    installed: 'Installés',
    groups: { Recommended: 'Recommandés', Popular: 'Populaires', More: 'Autres', Other: 'Autres', Others: 'Autres' },
    what: 'Qu’est-ce qu’un portefeuille\u202f?',
    points: [
      {
        title: 'Il garde votre argent',
        text: 'Un portefeuille est une application qui garde votre argent numérique en sécurité. Vous seul pouvez l’ouvrir.',
      },
      {
        title: 'Il vous ouvre la porte',
        text: 'Pas de nouveau mot de passe. Vous vous identifiez avec un compte Ethereum et approuvez chaque étape dans votre portefeuille.',
      },
    ],
    browse: 'Obtenir un portefeuille',
    more: 'En savoir plus',
    moreAbout: 'sur les portefeuilles (s’ouvre dans un nouvel onglet)',
    get: 'Obtenir',
    forget: (wallet) => (wallet ? named`Oublier ${wallet}` : 'Oublier ce portefeuille'),
    getName: (wallet) => named`Obtenir ${wallet}`,
    kinds: {
      phone: 'Téléphone uniquement',
      browser: 'Navigateur uniquement',
      desktop: 'Ordinateur uniquement',
      phoneBrowser: 'Téléphone et navigateur',
      phoneDesktop: 'Téléphone et ordinateur',
      browserDesktop: 'Navigateur et ordinateur',
      phoneBrowserDesktop: 'Téléphone, navigateur et ordinateur',
    },
    phoneApp: 'Application mobile',
    getAfter: 'Chacun d’eux permet de vous identifier ici. Vous pourrez en changer plus tard.',
    getOwnBrowser: (wallet) =>
      named`Installez-le, puis ouvrez cette page dans le navigateur de l’application ${wallet}.`,
    getAfterOnPhone: 'Installez-en un, puis revenez sur cette page pour le connecter.',
    nowhere: 'Aucun de ces portefeuilles n’est disponible pour cet appareil.',
    options: {
      extension: { title: 'Extension de navigateur', text: 'Le plus rapide sur cet ordinateur.' },
      desktop: { title: 'Application de bureau', text: 'macOS, Windows, Linux.' },
      mobile: { title: 'Application mobile', text: 'Scannez un code pour l’obtenir.' },
    },
    getApp: (wallet) => named`Obtenir l’application ${wallet}`,
    point: 'Pointez l’appareil photo de votre téléphone vers le code pour ouvrir la boutique d’applications.',
    store: (wallet) => told`Code QR vers la page de l’application ${wallet} dans la boutique`.plain,
    continue: 'Continuer',
    haveIt: 'C’est installé',
    setUp: (wallet) => named`Configurer ${wallet}`,
    refresh: 'Actualiser la page',
    refreshing: 'Actualisation…',
    steps: { install: 'Installer', create: 'Créer', scan: 'Scanner', refresh: 'Actualiser', connect: 'Connecter' },
    how: {
      installExtension: () => 'Ajoutez l’extension, puis épinglez-la à votre barre d’outils.',
      installMobile: () => 'Gardez l’application sur votre écran d’accueil pour la retrouver.',
      installDesktop: () => 'Installez l’application sur cet ordinateur et ouvrez-la.',
      create: () => 'Créez un portefeuille. Notez ses mots de secours sur papier et ne les partagez jamais.',
      scan: (wallet) => named`Appuyez sur Continuer, puis scannez le code avec ${wallet}.`,
      refresh: (wallet) => named`Actualisez cette page pour qu’elle trouve ${wallet}.`,
      connect: (wallet) => named`Appuyez sur Continuer, puis connectez ${wallet}.`,
    },
    scan: (wallet) => (wallet ? named`Scannez avec ${wallet}` : 'Scannez avec votre application'),
    code: (wallet) =>
      wallet
        ? told`Code QR pour connecter ${wallet}`.plain
        : 'Code QR pour connecter l’application de votre portefeuille',
    tooLong: 'Ce lien est trop long pour un code QR. Utilisez plutôt Copier le lien.',
    newCode: 'Nouveau code',
    newIn: (time) => around`Nouveau code dans ${time}`,
    cutOff: 'Connexion perdue. Reconnexion…',
    lapsed: { title: 'Ce code a expiré', text: 'Affichez-en un autre quand vous êtes prêt.' },
    renew: 'Afficher un nouveau code',
    copy: 'Copier le lien',
    copied: 'Copié',
    copySaid: {
      copied: 'Lien copié',
      refused: 'La copie n’est pas autorisée ici. Sélectionnez le lien et copiez-le vous-même.',
    },
    preparing: (wallet) => ({
      title: 'Création de votre code…',
      text: wallet
        ? named`Gardez ${wallet} à portée de main sur votre téléphone.`
        : 'Gardez l’application de votre portefeuille à portée de main.',
    }),
    connect: {
      status: {
        opening: (wallet) => ({
          title: wallet ? named`Ouverture de ${wallet}…` : 'Ouverture de votre portefeuille…',
          text: wallet
            ? named`Confirmez la connexion dans ${wallet}.`
            : 'Confirmez la connexion dans votre portefeuille.',
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} n’est pas installé`,
          text: 'Activez ou installez l’extension, puis réessayez.',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} n’est pas disponible dans ce navigateur`,
          text: 'Choisissez un autre portefeuille ou un autre navigateur.',
        }),
      },
    },
    ethereumOnly: (wallet) => named`Cette page demande à ${wallet} un compte Ethereum, pas un compte Solana.`,
    still: 'Toujours en attente.',
    hint: {
      injected: (wallet) =>
        wallet
          ? named`Pas de fenêtre\u202f? Cliquez sur l’icône ${wallet} dans la barre d’outils du navigateur.`
          : 'Pas de fenêtre\u202f? Cliquez sur l’icône de votre portefeuille dans la barre d’outils du navigateur.',
      coinbase: () =>
        'Pas de fenêtre\u202f? Votre navigateur l’a peut-être bloquée. Autorisez les fenêtres pour cette page, puis choisissez-le à nouveau.',
      safe: (wallet) =>
        wallet
          ? named`Cherchez la demande de l’application ${wallet} autour de cette page.`
          : 'Cherchez la demande autour de cette page.',
      walletConnect: (wallet) =>
        wallet
          ? named`Ouvrez ${wallet} sur votre téléphone.`
          : 'Ouvrez l’application de votre portefeuille sur votre téléphone.',
    },
    failure: {
      rejected: (wallet) => ({
        title: 'Vous avez refusé la demande',
        text: wallet
          ? named`Rien n’a changé. Réessayez, puis approuvez dans ${wallet}.`
          : 'Rien n’a changé. Réessayez, puis approuvez dans votre portefeuille.',
      }),
      elsewhere: (wallet) => ({
        title: 'Une demande est déjà ouverte',
        text: wallet
          ? named`Répondez-y dans ${wallet}, puis réessayez.`
          : 'Répondez-y dans votre portefeuille, puis réessayez.',
      }),
      timedOut: (wallet) => ({
        title: wallet ? named`${wallet} n’a pas répondu` : 'Votre portefeuille n’a pas répondu',
        text: wallet
          ? named`Nous avons attendu deux minutes. Déverrouillez ${wallet}, puis réessayez.`
          : 'Nous avons attendu deux minutes. Déverrouillez votre portefeuille, puis réessayez.',
      }),
      unreachable: (wallet) => ({
        title: wallet ? named`${wallet} est injoignable` : 'L’application de votre portefeuille est injoignable',
        text: 'Vérifiez votre connexion Internet, puis réessayez.',
      }),
      refused: () => ({
        title: 'Les téléphones sont injoignables depuis ce site',
        text: 'Le service de connexion n’accepte pas ce site. Choisissez plutôt un portefeuille dans ce navigateur.',
      }),
      insecure: (wallet) => ({
        title: wallet ? named`${wallet} exige une page sécurisée` : 'Votre portefeuille exige une page sécurisée',
        text: 'Ouvrez cette page en https, ou choisissez un autre portefeuille.',
      }),
      expired: failed,
      failed,
    },
    phone: {
      list: 'Portefeuilles',
      title: 'Vous découvrez les portefeuilles\u202f?',
      text: 'Un portefeuille est une application qui garde votre argent numérique en sécurité. Vous vous identifiez ici avec son compte Ethereum.',
      preparing: (wallet) => ({
        title: 'Un instant…',
        text: wallet ? named`Préparation de votre lien vers ${wallet}.` : 'Préparation de votre lien.',
      }),
      ready: (wallet) => ({
        title: wallet ? named`${wallet} est prêt` : 'Votre lien est prêt',
        text: 'Ouvrez-le, approuvez la connexion, puis revenez ici.',
      }),
      open: (wallet) => (wallet ? named`Ouvrir ${wallet}` : 'Ouvrir votre application'),
      opening: 'Approuvez la connexion dans l’application, puis revenez ici.',
      confirm: (wallet) =>
        wallet ? named`Confirmez la connexion dans ${wallet}.` : 'Confirmez la connexion dans votre portefeuille.',
      stuck: 'Toujours en attente. Si l’application ne s’est pas ouverte, réessayez.',
      asking: (wallet) =>
        wallet
          ? named`Toujours en attente. Cherchez la demande dans l’application ${wallet}.`
          : 'Toujours en attente. Cherchez la demande dans votre portefeuille.',
      unreachable: (others) => ({
        title: 'Les applications de portefeuille sont injoignables',
        text: exceptFor(others, 'Vérifiez votre connexion Internet, puis réessayez.'),
      }),
      refused: (others) => ({
        title: 'Les applications de portefeuille sont injoignables depuis ce site',
        text: exceptFor(others, 'Le service de connexion n’accepte pas ce site.'),
      }),
      lapsed: () => ({
        title: 'Les liens vers les applications ont expiré',
        text: 'Créez-en d’autres quand vous êtes prêt à connecter un portefeuille.',
      }),
      all: 'Tous les portefeuilles',
      expand: (count) => `Tous (${count})`,
      renew: 'Créer de nouveaux liens',
      checkInternet: 'Vérifiez votre connexion Internet, puis réessayez.',
    },
    whose: (address) => named`Compte ${{ name: address }}`,
    sign_in: {
      title: 'S’identifier',
      headings: { idle: 'Confirmez que ce portefeuille est à vous', elsewhere: 'Mauvais réseau' },
      sentences: (wallet, connector) => ({
        idle: wallet
          ? told`Signez un court message dans ${wallet}. C’est tout.`
          : plain('Signez un court message dans votre portefeuille. C’est tout.'),
        signing: wallet
          ? told`Ouvrez ${wallet} et signez le message. Cette page continue toute seule.`
          : plain('Ouvrez votre portefeuille et signez le message. Cette page continue toute seule.'),
        slow: {
          injected: plain(
            'Toujours en attente. Cliquez sur l’icône de votre portefeuille dans la barre d’outils du navigateur, puis approuvez.',
          ),
          walletConnect: wallet
            ? told`Toujours en attente. Ouvrez l’application ${wallet} et approuvez.`
            : plain('Toujours en attente. Ouvrez l’application de votre portefeuille et approuvez.'),
          coinbase: wallet
            ? told`Toujours en attente. Approuvez dans la fenêtre ${wallet}.`
            : plain('Toujours en attente. Approuvez dans la fenêtre de votre portefeuille.'),
          safe: wallet
            ? told`Toujours en attente. Approuvez dans ${wallet}, dans la fenêtre autour de cette page.`
            : plain('Toujours en attente. Approuvez dans la fenêtre autour de cette page.'),
        }[connector],
        verifying: plain('Signé. Vérification de votre signature…'),
      }),
      astray: (wallet, network) => ({
        elsewhere: wallet
          ? told`${wallet} est sur un réseau que cette page n’utilise pas. Passez au réseau ${network} pour vous identifier.`
          : told`Votre portefeuille est sur un réseau que cette page n’utilise pas. Passez au réseau ${network} pour vous identifier.`,
      }),
      free: 'Le message est en anglais. Il dit\u00a0: «\u00a0Identifiez-vous pour confirmer que ce compte est à vous. C’est gratuit et ne déplace aucun fonds.\u00a0»',
      signature: {
        preparing_error: 'Erreur de préparation du message, veuillez réessayer',
        signing_error: 'Erreur de signature du message, veuillez réessayer',
        verifying_error: 'Erreur de vérification de la signature, veuillez réessayer',
        oops_error: 'Oups, une erreur s’est produite',
        switching_error: 'Le réseau n’a pas été changé. Veuillez réessayer.',
        expired_error: 'Le message était trop ancien. Veuillez envoyer le nouveau.',
        clock_error: 'L’horloge de cet appareil semble fausse. Réglez-la, puis réessayez.',
      },
      acts: (wallet) => ({
        preparing: 'Préparation du message…',
        ready: 'Envoyer le message',
        unprepared: 'Réessayer',
        signing: 'En attente de signature…',
        slow: 'En attente de signature…',
        verifying: 'Vérification de la signature…',
        elsewhere: 'Changer de réseau',
        switching: wallet ? named`Confirmez dans ${wallet}…` : 'Confirmez dans votre portefeuille…',
      }),
    },
    cancel: 'Annuler',
    checking: {
      title: 'Un instant…',
      sentences: {
        checking: plain('Vérification de votre identification.'),
        signingOut: plain('Nous mettons d’abord fin à votre session.'),
      },
    },
    account: {
      title: 'Compte',
      through: (wallet) => around`Connecté avec ${wallet}`,
      network: (network) => around`Réseau\u00a0: ${network ?? { name: 'Mauvais réseau', translate: 'yes' }}`,
      unread: 'Solde indisponible',
      copy: 'Copier l’adresse',
      copySaid: {
        copied: 'Adresse copiée',
        refused: 'La copie n’est pas autorisée ici. Sélectionnez l’adresse et copiez-la vous-même.',
      },
      explorer: 'Voir dans l’explorateur',
    },
    transactions: {
      title: 'Transactions récentes',
      status,
      comma: ', ',
      line: (description, which) => told`${description}, ${status[which]}`,
      clear: 'Tout effacer',
      cleared: 'Transactions effacées',
    },
    chain: {
      title: 'Réseau',
      connected: 'Connecté',
      confirm: 'Confirmez dans le portefeuille',
      astray: {
        title: 'Mauvais réseau.',
        text: 'Votre portefeuille est sur un réseau que cette page n’utilise pas. Choisissez-en un dans la liste.',
      },
    },
    leave: 'Déconnecter',
    news: {
      connected: 'Connecté',
      signedIn: 'Identifié',
      signedOut: 'Déconnexion effectuée',
      disconnected: 'Portefeuille déconnecté',
      moved: 'Réseau changé',
    },
    confirmed: {
      label: 'Avis',
      of: {
        connected: (wallet) => named`Connecté avec ${wallet}`,
        signedIn: ({ address }) => named`Identifié avec ${{ name: address }}`,
        signedOut: () => 'Déconnexion effectuée',
        disconnected: () => 'Portefeuille déconnecté',
      },
    },
    trouble: {
      signOut:
        'Nous n’avons pas pu confirmer votre déconnexion. Vous êtes peut-être encore identifié dans ce navigateur.',
      unchanged: 'Le réseau n’a pas été changé. Veuillez réessayer.',
    },
  };
};

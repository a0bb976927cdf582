import { sendRequest } from '../ask';
import { checkAuth } from '../auth/check';
import { parseSetCookie, registrableSiteOf } from '../auth/visitor';
import {
  type DoctorCheck,
  type DoctorFinding,
  type DoctorInput,
  reportFailure,
  reportWorks,
  reportWrong,
  resolveLiveUrl,
} from '../finding';

const serverOf = ({ authUrl, live }: DoctorInput) => resolveLiveUrl(live, authUrl);
const asks = (values: DoctorInput) => [serverOf(values)].filter(Boolean);
const NONE = 'None is set: the page checks signatures itself, which proves nothing to a server.';
const UNDEPLOYED = 'It is a path on the page, which is not deployed yet. Name its address with --auth.';

const unasked = ({ authUrl }: DoctorInput): DoctorFinding[] => [
  authUrl ? { kind: 'unseen', sentence: UNDEPLOYED } : reportWorks(NONE),
];

const contract: DoctorCheck = {
  name: 'sign-in server',
  asks,
  look: async (values) => {
    const url = serverOf(values);
    if (!url) return unasked(values);
    const origin = new URL(values.site.url).origin;
    const [network] = values.site.wallet.networks;
    try {
      const results = await checkAuth({ urls: [url], origin, chainId: network?.id ?? 1 });
      const broken = results.filter(({ outcome }) => outcome === 'broken');
      if (broken.length === 0) return [reportWorks('It keeps its contract.')];
      const { title, violation } = broken[0]!;
      const rest = broken.length > 1 ? ` ${broken.length - 1} more.` : '';
      const first = `It breaks its contract: "${title}". ${violation?.message}${rest}`;
      return [reportWrong(`${first} Run npm run check-auth -- ${url} --origin ${origin}.`)];
    } catch (error) {
      return [reportFailure(error, 'Nobody can sign in: start the server, or mend VITE_AUTH_URL.')];
    }
  },
};

const oneSite: DoctorCheck = {
  name: 'one site',
  asks,
  look: async (values) => {
    const url = serverOf(values);
    if (!url) return unasked(values);
    const { url: page } = values.site;
    if (registrableSiteOf(url) === registrableSiteOf(page)) return [reportWorks('Page and server are of one site.')];
    const { cookies } = await sendRequest({ url: `${url}/nonce`, headers: { Origin: page } }).catch(() => ({
      cookies: [],
    }));
    const isPartitioned =
      cookies.length > 0 && cookies.every((one) => parseSetCookie(one).attributes.has('partitioned'));
    if (isPartitioned) return [reportWorks('Page and server are of two sites, and the cookie is Partitioned.')];
    const why = `Browsers will keep the cookie back: page and server are of two sites, ${registrableSiteOf(page)} and ${registrableSiteOf(url)}.`;
    return [reportWrong(`${why} Give the server a name under that of the page.`)];
  },
};

export const signInChecks = { contract, oneSite };

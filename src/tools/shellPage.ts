import { openShell } from './shell';

// The page of the development server that frames the site, without loading the site itself.
openShell(new URL(location.href));
// The first chart needs ELK, once the framed page has started.
import('elkjs/lib/elk.bundled.js');

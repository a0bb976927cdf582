import { showErrorScreen } from './errorScreen';

const { integrity } = JSON.parse(document.querySelector('[type=importmap]')!.textContent!);
/**
 * Shows a message if a script has another hash than the page's import map demands, because browsers don't run it.
 * Bypasses the cache, which may have an older copy.
 */
export async function reportDamagedScript() {
  for (const { name } of performance.getEntriesByType('resource')) {
    const path = new URL(name).pathname;
    if (!integrity[path]) continue;
    try {
      const answer = await fetch(name, { cache: 'reload' });
      // A missing script is not a damaged one.
      if (!answer.ok) continue;
      const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
      const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
      if (integrity[path].slice(7) === hash) integrity[path] = '';
      else {
        showErrorScreen(document.getElementById('error-screen')?.dataset.damaged);
        document.documentElement.removeAttribute('data-modal');
        return true;
      }
    } catch {}
  }
  return false;
}

import { showShell } from '../workbench/panel/Shell';

/** Shows the workbench with the page in a frame. */
export function openShell(address: URL) {
  const page = new URL(address);
  page.searchParams.set('workbench', 'page');
  address.searchParams.delete('workbench');
  showShell(page.href, () => location.assign(address.href));
}

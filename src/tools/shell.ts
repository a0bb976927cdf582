import type { StartLayout } from '../workbench/panel/layouts';
import { showShell } from '../workbench/panel/Shell';

/** Shows the workbench with the page in a frame. `layOutBy` lays charts out, by default in the page itself. */
export function openShell(address: URL, layOutBy?: StartLayout) {
  const page = new URL(address);
  page.searchParams.set('workbench', 'page');
  address.searchParams.delete('workbench');
  showShell(page.href, { leave: () => location.assign(address.href), layOutBy });
}

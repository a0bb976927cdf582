import type { PageBesidePanelOptions } from '../workbench/panel/PageBesidePanel';
import { showPageBesidePanel } from '../workbench/panel/PageBesidePanel';

/** Shows the workbench with the page in a frame. */
export function showWorkbench(address: URL, options: Omit<PageBesidePanelOptions, 'leave'> = {}) {
  const page = new URL(address);
  page.searchParams.set('workbench', 'page');
  address.searchParams.delete('workbench');
  showPageBesidePanel(page.href, { leave: () => location.assign(address.href), ...options });
}

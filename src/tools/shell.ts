import type { ShellOptions } from '../workbench/panel/Shell';
import { showShell } from '../workbench/panel/Shell';

/** Shows the workbench with the page in a frame. */
export function openShell(address: URL, options: Omit<ShellOptions, 'leave'> = {}) {
  const page = new URL(address);
  page.searchParams.set('workbench', 'page');
  address.searchParams.delete('workbench');
  showShell(page.href, { leave: () => location.assign(address.href), ...options });
}

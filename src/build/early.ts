/**
 * What runs before the scripts: it answers early clicks in browsers that know no invoker commands (there it
 * also says so, as the others do), notes an early request, measures the
 * scrollbar, and fetches the scripts once the page was painted. (Under another address after a failure: the
 * browser does not ask twice for the same one.) One inline module, so it blocks nothing.
 */
export const early = (script: string) =>
  `
const tell = (event) => {
  const button = event.target.closest('[commandfor]');
  const dialog = button && document.getElementById(button.getAttribute('commandfor'));
  if (!dialog) return;
  if (button.getAttribute('command') === 'close') dialog.close();
  else if (!dialog.open) {
    dialog.showModal();
    dialog.dispatchEvent(new Event('toggle'));
  }
};
if (!('commandForElement' in HTMLButtonElement.prototype)) addEventListener('click', tell);
addEventListener('submit', (event) => {
  event.preventDefault();
  event.target.dataset.asked = '';
});
let tries = 0;
const come = () => import('${script}' + (tries++ ? '?' + tries : '')).catch(() => addEventListener('online', come, { once: true }));
requestAnimationFrame(() => setTimeout(() => {
  const page = document.documentElement;
  page.style.setProperty('--scrollbar', innerWidth - page.clientWidth + 'px');
  come();
}));
`.replace(/\n\s*/g, '\n');

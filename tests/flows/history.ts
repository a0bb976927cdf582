import type { AnyEventObject } from 'xstate';
import type { DialogHistoryEntry, DialogName } from '#domain/dialog';
import type { BrowserWithTabs } from './outside';

/** A history entry. An entry that the page has not marked has no depth. */
type Marked = Omit<DialogHistoryEntry, 'depth'> & { depth: number | null };

/** The browser history of a tab, with its URLs. */
export class TabHistory {
  entries: Marked[] = [{ dialog: null, goal: null, depth: null }];
  index = 0;
  tell: (event: AnyEventObject) => void = () => {};
  private readonly browser: BrowserWithTabs;

  constructor(browser: BrowserWithTabs) {
    this.browser = browser;
  }

  get entry() {
    return this.entries[this.index]!;
  }

  /** Whether going back leaves the page. */
  get isAtStart() {
    return this.index === 0;
  }

  private report = () => this.tell({ type: 'address.changed', entry: this.entry });

  /** Starts reporting the URL to the page, now and after each navigation. Returns a function that stops reporting. */
  watch(tell: (event: AnyEventObject) => void) {
    this.tell = tell;
    if (this.entry.dialog && this.entry.depth === null) this.entry.depth = 0;
    this.report();
    return () => {
      this.tell = () => {};
    };
  }

  /** Performs the page's calls of the history API. Going back takes one turn of the event loop, as in browsers. */
  write({ type, entry }: AnyEventObject) {
    if (type === 'entry.leave') this.browser.clock.setTimeout(() => this.back(), 0);
    else if (type === 'entry.replace') this.entries[this.index] = { ...entry };
    else this.add({ ...entry });
  }

  private add(entry: Marked) {
    this.entries = [...this.entries.slice(0, this.index + 1), entry];
    this.index += 1;
  }

  /** Goes back one entry, as the Back button and `history.back()` do. */
  back() {
    if (this.isAtStart) return;
    this.index -= 1;
    this.report();
  }

  /** Opens a dialog by its hash, as a link and the address bar do. */
  open(dialog: DialogName) {
    // Browsers ignore a link to the current hash.
    if (this.entry.dialog === dialog) return;
    this.add({ dialog, goal: null, depth: null });
    this.report();
  }
}

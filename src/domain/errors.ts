/** A value of `src/site.ts` that the page cannot run with. `field` is its path, e.g. `allocation.total`. */
export class SiteError extends Error {
  override name = 'SiteError';
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

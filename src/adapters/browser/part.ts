import { reload } from './browser';

/**
 * A part of the wallet half that is loaded when it is needed. If it did not load, the next try reloads the page: a
 * browser does not ask twice for a script that failed. The address still requests the dialog then.
 */
export function part<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let failed = false;
  return async () => {
    if (failed) await reload();
    try {
      return await load();
    } catch (error) {
      failed = true;
      throw error;
    }
  };
}

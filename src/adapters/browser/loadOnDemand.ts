import { reloadIfOnline } from './browser';

/**
 * Loads a module of the wallet bundle on demand. After a failure the next call reloads the page, because browsers don't
 * load a failed module again. The hash still requests the dialog then.
 */
export function loadOnDemand<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let failed = false;
  return async () => {
    if (failed) await reloadIfOnline();
    try {
      return await load();
    } catch (error) {
      failed = true;
      throw error;
    }
  };
}

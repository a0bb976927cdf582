import { reloadIfOnline } from './browser';

/** After a failure, the next call reloads the page, because browsers don't load a failed module again. */
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

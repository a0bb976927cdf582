import createCache from '@emotion/cache';

/** Emotion's store of styles. Its key is what joins the served styles and those of the browser. */
export const createStyleCache = () => Object.assign(createCache({ key: 'ia' }), { compat: true as const });

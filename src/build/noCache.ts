/** Replaces Emotion's default cache, which would bundle its compiler. The page provides its own cache. */
const noCache = () => null;

export default noCache;

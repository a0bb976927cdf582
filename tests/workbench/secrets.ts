/** Matches private data: 20 bytes or more as hex (addresses, signatures), URIs, and names of accounts. */
export const SECRET_PATTERN = /[\da-f]{40}|\b[a-z][a-z\d+.-]*:\/\/|\b(wc|data|blob|ethereum):|\.eth\b/i;

/** Stops messages that raise uncaught errors in wallet libraries. Extensions use this window, so theirs pass. */
function stopMalformed(event: MessageEvent) {
  const { data, source } = event;
  const version: unknown = data?.version;
  const isForeign = source !== window && version !== undefined && typeof version !== 'string';
  if (data === null || data === undefined || isForeign) event.stopImmediatePropagation();
}

/** Protects libraries that listen for messages later. Calling it again changes nothing. */
export const ignoreMalformedMessages = () => addEventListener('message', stopMalformed, { capture: true });

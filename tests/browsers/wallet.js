/*
 * Connects the page to the scripted wallet, and reports errors and policy violations to the test server. The test server
 * adds this script to the HTML, because some browsers have no init scripts.
 */
{
  const complain = (text) => fetch('/test-complaints', { method: 'POST', body: text, keepalive: true });
  addEventListener('error', ({ message }) => complain(message));
  addEventListener('unhandledrejection', ({ reason }) => complain(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complain(`violation of ${violatedDirective}: ${blockedURI}`),
  );

  window['test-wallet'] = async (request) => {
    const response = await fetch('/test-wallet', { method: 'POST', body: JSON.stringify(request) });
    const { settled, news } = await response.json();
    for (const detail of news) dispatchEvent(new CustomEvent('test-wallet', { detail }));
    return settled;
  };
}

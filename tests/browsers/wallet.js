/*
 * Connects the page to the scripted wallet, in browsers without init scripts. The test server adds this script to the
 * HTML and answers its requests. It also reports errors and policy violations.
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

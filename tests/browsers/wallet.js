/*
 * A wallet in the page (EIP-6963, EIP-1193) for browsers that a test cannot give one beforehand: the test server puts this
 * script into the HTML and answers its requests. It also reports errors and violations of the policy.
 */
(() => {
  const complain = (text) => fetch('/test-complaints', { method: 'POST', body: text, keepalive: true });
  addEventListener('error', ({ message }) => complain(message));
  addEventListener('unhandledrejection', ({ reason }) => complain(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    complain(`violation of ${violatedDirective}: ${blockedURI}`),
  );

  const listeners = {};
  const provider = {
    on: (name, listen) => {
      listeners[name] ??= [];
      listeners[name].push(listen);
    },
    removeListener: (name, listen) => {
      listeners[name] = (listeners[name] ?? []).filter((one) => one !== listen);
    },
    async request({ method, params }) {
      const response = await fetch('/test-wallet', { method: 'POST', body: JSON.stringify({ method, params }) });
      const { result, error, events = [] } = await response.json();
      for (const { name, value } of events) for (const listen of listeners[name] ?? []) listen(value);
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result;
    },
  };
  const info = {
    uuid: '7b1c6a52-0f5b-4c1e-9d40-3a1d2f6b8c11',
    name: 'Test Wallet',
    rdns: 'com.example.test',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  };
  const detail = Object.freeze({ info: Object.freeze(info), provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
})();

/** Malformed values of stored records, as other scripts of the origin, other versions or people may write them. */
export const HOSTILE_RECORDS = {
  nothing: '',
  'half a record': '{"version":1,"value":{"id":"example.wallet","connector":"inj',
  'text that says injected': '"injected"',
  'a list': '["injected", {"version":1}]',
  'a record of another version': '{"version":2,"value":{"id":"example.wallet","connector":"injected"}}',
  'a connector that is none': '{"version":1,"value":{"id":"example.wallet","connector":"constructor"}}',
  'a wallet that is none': '{"version":1,"value":{"id":"__proto__","connector":"injected","href":"x","name":"y"}}',
  'values of wrong kinds': '{"version":1,"value":{"id":{"connector":"injected"},"connector":["injected"],"length":3}}',
  'a script': '{"version":1,"value":{"href":"javascript:alert(1)","name":"<img src=x onerror=alert(1)>"}}',
  'a list of anything':
    '{"version":1,"value":[null,{},[[]],"__proto__","constructor","\\u202e\\u0000",1e999,"example.wallet"]}',
  'a prototype': '{"__proto__":{"version":1,"value":{"id":"example.wallet","connector":"injected"}}}',
  'ten thousand brackets': '['.repeat(10_000),
  'a megabyte': `{"version":1,"value":{"id":"${'x'.repeat(1_000_000)}","connector":"injected"}}`,
  'a character that is none': '\uFEFF{"version":1,"value":"\uD800"}',
} satisfies Record<string, string>;

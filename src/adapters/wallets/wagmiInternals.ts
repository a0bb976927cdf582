import type { Connector, CreateConnectorFn } from 'wagmi';
import { wagmiConfig } from './config';

/*
 * All uses of private parts of wagmi (3.7.7). `tests/adapters/wagmiInternals.test.ts` fails with the function's name
 * once a version behaves differently.
 */

/**
 * Sets up a connector that is known only after `createConfig`, such as that of an announced wallet. wagmi's public
 * `connect` would set up another connector each time, and `isAuthorized` needs one before that.
 */
export const setUpConnector = (create: CreateConnectorFn): Connector => wagmiConfig._internal.connectors.setup(create);

import ipaddr from 'ipaddr.js';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { createRedisClient } from './redisStore';
import { StoreError } from './store';

/** Counts a request from an address. Resolves to 0 if it is allowed, or else to the seconds to wait. */
export type RateLimiter = (address: string) => Promise<number>;

const MINUTE = 60;

/** Returns the part of an IP address that identifies a customer: the /64 network of IPv6, the whole address of IPv4. */
function customerOf(address: string) {
  if (!ipaddr.isValid(address)) return address;
  // Reads an IPv4 address in IPv6 notation as the IPv4 address.
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

/**
 * Allows `points` requests a minute from each address, or any number if 0. Servers with the same `redis` share the
 * count.
 */
export function createRateLimiter(points: number, redis?: ReturnType<typeof createRedisClient>): RateLimiter {
  if (points === 0) return async () => 0;
  const options = { points, duration: MINUTE, keyPrefix: 'signIn:rate' };
  const limiter: RateLimiterAbstract = redis
    ? new RateLimiterRedis({ ...options, storeClient: redis, useRedisPackage: true, rejectIfRedisNotReady: true })
    : new RateLimiterMemory(options);
  return async (address) => {
    try {
      await limiter.consume(customerOf(address));
      return 0;
    } catch (cause) {
      if (cause instanceof RateLimiterRes) return Math.ceil(cause.msBeforeNext / 1_000) || 1;
      throw new StoreError({ cause });
    }
  };
}

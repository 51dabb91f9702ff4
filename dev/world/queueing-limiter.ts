import {
  createArgon2Limiter,
  defaultArgon2Bounds,
} from '../../apps/server/src/features/users/argon2-limiter.ts'

/** The lowest cost that the vault accepts. Thousands of user keys at its own would take a third of all tests' time. */
export const lowestCost = { memory: 19456, passes: 2, parallelism: 1 }

/**
 * The limiter of a test's application: on a busy machine an Argon2id run takes seconds, which must not cause
 * rejections; and no test waits for the delayed rejections that it provokes.
 */
export const queueingLimiter = () =>
  createArgon2Limiter({
    ...defaultArgon2Bounds,
    maxWaitMs: 60_000,
    rejectionDelayMs: 0,
    userKeyCost: lowestCost,
  })

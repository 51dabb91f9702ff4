import {
  createArgon2Limiter,
  defaultArgon2Bounds,
} from '../../apps/server/src/features/users/argon2-limiter.ts'

/**
 * The limiter of a test's application: on a busy machine an Argon2id takes seconds, and nobody is to be sent away for
 * that; and no test waits for the rejections that it asks for.
 */
export const patientLimiter = () =>
  createArgon2Limiter({ ...defaultArgon2Bounds, maxWaitMs: 30_000, rejectionDelayMs: 0 })

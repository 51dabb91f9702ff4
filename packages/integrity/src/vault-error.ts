/**
 * The only error of this package. It does not say what was wrong: a wrong key, a flipped bit, another environment's
 * bytes and a bad length look the same to an attacker. It carries no cause either.
 */
export class VaultError extends Error {
  override readonly name = 'VaultError'

  constructor() {
    super('The vault rejected the input.')
  }
}

/** Throws {@link VaultError} unless `condition` holds. */
export function rejectUnless(condition: boolean): asserts condition {
  if (!condition) throw new VaultError()
}

/** Runs `step`; anything it throws becomes a {@link VaultError}. */
export function rejectIfThrown<T>(step: () => T): T {
  try {
    return step()
  } catch {
    throw new VaultError()
  }
}

/** Runs `step`; undefined if it throws a {@link VaultError}. */
export function ifAccepted<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}

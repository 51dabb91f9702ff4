/**
 * The one refusal of this package. It says nothing about what was wrong: a wrong key, a flipped bit, another
 * environment's bytes and a bad length all look the same to whoever is guessing. It carries no cause either.
 */
export class VaultError extends Error {
  override readonly name = 'VaultError'

  constructor() {
    super('The vault refuses this')
  }
}

/** Throws {@link VaultError} unless `condition` holds. */
export function rejectUnless(condition: boolean): asserts condition {
  if (!condition) throw new VaultError()
}

/** Runs `step`; whatever it throws becomes a {@link VaultError}. */
export function rejectIfThrown<T>(step: () => T): T {
  try {
    return step()
  } catch {
    throw new VaultError()
  }
}

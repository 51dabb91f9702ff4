import { beforeAll } from 'vitest'

/**
 * An object that is empty until a `beforeAll` hook fills it, so that tests have it as a constant. Hooks run in the
 * order in which they are registered: `make` may read what earlier ones filled.
 */
export function filledBeforeAll<T extends object>(make: () => Promise<T>): T {
  const filled = {} as T
  beforeAll(async () => {
    // With getters as they are: the token of a person changes.
    Object.defineProperties(filled, Object.getOwnPropertyDescriptors(await make()))
  })
  return filled
}

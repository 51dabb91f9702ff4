import { hash, randomBytes } from 'node:crypto'

/**
 * Values to look for, without the values: their digests under a key of one call, and their lengths, so that few others
 * need a digest. The caller may read all that is compared, so the time that it takes reveals nothing.
 */
export class WantedValues {
  readonly #key = randomBytes(32).toString('base64')
  readonly #lengths = new Set<number>()
  /** By digest, the keys that have the value. */
  readonly #keys = new Map<string, (string | null)[]>()
  readonly #environment: number | undefined

  /**
   * @param values by key; null for a value without one
   * @param environment whose values they are
   */
  constructor(values: readonly (readonly [string | null, string])[], environment?: number) {
    for (const [key, value] of values) {
      this.#lengths.add(value.length)
      const digest = this.#digestOf(value)
      this.#keys.set(digest, [...(this.#keys.get(digest) ?? []), key])
    }
    this.#environment = environment
  }

  /** The keys that have this value. */
  keysOf(value: string): readonly (string | null)[] {
    if (!this.#lengths.has(value.length)) return []
    return this.#keys.get(this.#digestOf(value)) ?? []
  }

  /** Whether a variable is the one whose value is looked for. */
  isFrom(environment: number, key: string, wantedKey: string | null): boolean {
    return environment === this.#environment && key === wantedKey
  }

  #digestOf(value: string): string {
    // Half a million of them are made: an HMAC object for each would take most of the search.
    return hash('sha256', this.#key + value, 'base64')
  }
}

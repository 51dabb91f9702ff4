/**
 * The device tokens of this browser, by the e-mail address, the username and the id of their accounts. They outlive
 * signing out: a browser that has signed in before is not delayed by wrong passwords from elsewhere, and not new.
 */
export interface DeviceTokens {
  /** The token for an account name as typed. */
  find(name: string): string | undefined
  save(names: readonly string[], token: string): void
}

/** The name for an account's id. No username or e-mail address begins with this character. */
export const accountDevice = (id: number | string) => `#${id}`
/** The name for the account that last signed in at the identity provider: it is not known before. */
export const providerDevice = '#provider'

type TokenStorage = Pick<Storage, 'getItem' | 'setItem'>

const key = 'device-tokens'
const maxNames = 30
const tokenPattern = /^dev_[0-9A-Za-z_-]{1,190}$/

const canonical = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** Reads the stored tokens and drops invalid ones. */
const read = (storage: TokenStorage): [string, string][] => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]')
    const isEntry = (entry: unknown): entry is [string, string] =>
      Array.isArray(entry) &&
      typeof entry[0] === 'string' &&
      typeof entry[1] === 'string' &&
      tokenPattern.test(entry[1])
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

export function createDeviceTokens(storage: TokenStorage): DeviceTokens {
  return {
    find: (name) => read(storage).find(([known]) => known === canonical(name))?.[1],
    save(names, token) {
      const own = new Set(names.map(canonical))
      const others = read(storage).filter(([known]) => !own.has(known))
      const entries = [...[...own].map((name): [string, string] => [name, token]), ...others]
      storage.setItem(key, JSON.stringify(entries.slice(0, maxNames)))
    },
  }
}

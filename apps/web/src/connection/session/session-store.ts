import { createStore, type ReadableStore } from '../../ui/create-store.ts'
import { wait } from '../../ui/wait.ts'

/** Who is signed in, kept in the browser's storage so that it outlives the page. */
export interface Session {
  readonly token: string
  readonly username: string
  /** Stays the same when the user is renamed or signs in again. Missing from sessions that older versions stored. */
  readonly accountId?: string | undefined
}

/** Whether a session continues another one, perhaps after signing in again or under another username. */
export const isSameAccount = (one: Session, other: Session) =>
  one.accountId && other.accountId ? one.accountId === other.accountId : one.username === other.username

export interface SessionStore extends ReadableStore<Session | null> {
  save(session: Session): void
  /** Ends the session of this page. One of another account, which another tab has stored since, stays. */
  clear(): void
  /** Continues the session under the token of an answer; ignores anything else. */
  renew(token: unknown): void
  /** Takes over the token and the username under which another tab continued. Returns whether there is a session. */
  adopt(): boolean
  /** Runs a call that ends the token and answers with another one. */
  renewing<T>(call: () => Promise<T>): Promise<T>
  /** Whether the session goes on under another token than this rejected one, waiting for one that is under way. */
  continues(rejected: string): Promise<boolean>
}

/** The part of a token that names its session and opens nothing; undefined if nobody is signed in. */
export const sessionId = (session: ReadableStore<Session | null>) => session.read()?.token.slice(4, 17)

type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const tokenPattern = /^ses_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$/
/** Set while a tab waits for a new token: until then, other tabs are rejected with the old one. */
const renewalKey = 'token-renewal'
const maxRenewalMs = 15_000
const pollMs = 100

const stored = (storage: SessionStorage): Session | null => {
  const token = storage.getItem('token')
  const username = storage.getItem('username')?.trim()
  if (!token || !tokenPattern.test(token) || !username) return null
  return { token, username, accountId: storage.getItem('account-id') ?? undefined }
}

const remove = (storage: SessionStorage) => {
  for (const name of ['token', 'username', 'account-id']) storage.removeItem(name)
}

/** Reads the stored session; anything incomplete or invalid is removed. */
const restore = (storage: SessionStorage): Session | null => {
  const session = stored(storage)
  if (session) return session
  remove(storage)
  return null
}

export function createSessionStore(storage: SessionStorage): SessionStore {
  const { set, ...readable } = createStore(restore(storage))
  const save = (session: Session) => {
    // First: other tabs hear of the token, and compare the account.
    if (session.accountId) storage.setItem('account-id', session.accountId)
    storage.setItem('username', session.username)
    storage.setItem('token', session.token)
    set(session)
  }
  const adopt = () => {
    const [current, other] = [readable.read(), stored(storage)]
    if (!current || !other || !isSameAccount(current, other)) return false
    if (other.token !== current.token || other.username !== current.username) set(other)
    return true
  }
  const isRenewing = () => Math.abs(Date.now() - Number(storage.getItem(renewalKey) ?? 0)) < maxRenewalMs
  return {
    ...readable,
    save,
    clear() {
      const [current, other] = [readable.read(), stored(storage)]
      // The session of another tab is not this page's to end.
      if (!other || (current && isSameAccount(current, other))) remove(storage)
      set(null)
    },
    renew(token) {
      const current = readable.read()
      if (current && typeof token === 'string' && tokenPattern.test(token) && token !== current.token)
        save({ ...current, token })
    },
    adopt,
    async renewing(call) {
      storage.setItem(renewalKey, String(Date.now()))
      try {
        return await call()
      } finally {
        storage.removeItem(renewalKey)
      }
    },
    async continues(rejected) {
      const isOther = () => adopt() && readable.read()?.token !== rejected
      while (!isOther() && isRenewing()) await wait(pollMs)
      return isOther()
    },
  }
}

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

const deviceTokensKey = 'device-tokens'
const maxNames = 30
const deviceTokenPattern = /^dev_[0-9A-Za-z_-]{1,190}$/

const canonical = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** Reads the stored tokens and drops invalid ones. */
const readDeviceTokens = (storage: TokenStorage): [string, string][] => {
  try {
    const tokens: unknown = JSON.parse(storage.getItem(deviceTokensKey) ?? '[]')
    const isEntry = (entry: unknown): entry is [string, string] =>
      Array.isArray(entry) &&
      typeof entry[0] === 'string' &&
      typeof entry[1] === 'string' &&
      deviceTokenPattern.test(entry[1])
    return Array.isArray(tokens) ? tokens.filter(isEntry) : []
  } catch {
    return []
  }
}

export function createDeviceTokens(storage: TokenStorage): DeviceTokens {
  return {
    find: (name) => readDeviceTokens(storage).find(([known]) => known === canonical(name))?.[1],
    save(names, token) {
      const own = new Set(names.map(canonical))
      const others = readDeviceTokens(storage).filter(([known]) => !own.has(known))
      const entries = [...[...own].map((name): [string, string] => [name, token]), ...others]
      storage.setItem(deviceTokensKey, JSON.stringify(entries.slice(0, maxNames)))
    },
  }
}

import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'

/** Who is signed in, kept in the browser's storage so that it outlives the page. */
export interface Session {
  readonly token: string
  readonly username: string
}

export interface SessionStore extends ReadableStore<Session | null> {
  save(session: Session): void
  clear(): void
}

type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const tokenPattern = /^ses_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$/

/** Reads the stored session; anything incomplete or invalid is removed. */
const restore = (storage: SessionStorage): Session | null => {
  const token = storage.getItem('token')
  const username = storage.getItem('username')?.trim()
  if (token && tokenPattern.test(token) && username) return { token, username }
  storage.removeItem('token')
  storage.removeItem('username')
  return null
}

export function createSessionStore(storage: SessionStorage): SessionStore {
  const { set, ...readable } = createStore(restore(storage))
  return {
    ...readable,
    save(session) {
      storage.setItem('token', session.token)
      storage.setItem('username', session.username)
      set(session)
    },
    clear() {
      storage.removeItem('token')
      storage.removeItem('username')
      set(null)
    },
  }
}

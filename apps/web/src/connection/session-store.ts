/** Who is signed in, kept in the browser's storage so that it outlives the page. */
export interface Session {
  readonly token: string
  readonly username: string
}

export interface SessionStore {
  read(): Session | null
  save(session: Session): void
  clear(): void
  subscribe(listener: () => void): () => void
}

type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const tokenShape = /^ses_[0-9A-Za-z]{13}_[0-9A-Za-z]{49}$/

/** Reads what is stored; anything incomplete or not a session's is thrown away. */
const restore = (storage: SessionStorage): Session | null => {
  const token = storage.getItem('token')
  const username = storage.getItem('username')?.trim()
  if (token && tokenShape.test(token) && username) return { token, username }
  storage.removeItem('token')
  storage.removeItem('username')
  return null
}

export function createSessionStore(storage: SessionStorage): SessionStore {
  const listeners = new Set<() => void>()
  let session = restore(storage)
  const become = (next: Session | null) => {
    session = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => session,
    save(next) {
      storage.setItem('token', next.token)
      storage.setItem('username', next.username)
      become(next)
    },
    clear() {
      storage.removeItem('token')
      storage.removeItem('username')
      become(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

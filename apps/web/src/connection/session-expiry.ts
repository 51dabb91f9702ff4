/** Whether the session ended while its page was in use: what is typed there waits until somebody signs in again. */
export interface SessionExpiry {
  read(): boolean
  set(ended: boolean): void
  subscribe(listener: () => void): () => void
}

export function createSessionExpiry(): SessionExpiry {
  const listeners = new Set<() => void>()
  let ended = false
  return {
    read: () => ended,
    set(next) {
      ended = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

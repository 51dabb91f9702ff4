/** The master password, in this page's memory and nowhere else: a reload forgets it. */
export interface VaultStore {
  read(): string | null
  hold(masterPassword: string): void
  lock(): void
  subscribe(listener: () => void): () => void
}

export function createVaultStore(): VaultStore {
  const listeners = new Set<() => void>()
  let held: string | null = null
  const become = (next: string | null) => {
    if (held === next) return
    held = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => held,
    hold: (masterPassword) => become(masterPassword),
    lock: () => become(null),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

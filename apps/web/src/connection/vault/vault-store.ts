import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'

/** The master password, in this page's memory and nowhere else: a reload forgets it. */
export interface VaultStore extends ReadableStore<string | null> {
  hold(masterPassword: string): void
  lock(): void
}

export function createVaultStore(): VaultStore {
  const { set, ...readable } = createStore<string | null>(null)
  return { ...readable, hold: set, lock: () => set(null) }
}

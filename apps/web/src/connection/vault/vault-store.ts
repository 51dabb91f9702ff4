import type { ReadableStore } from '../../ui/create-store.ts'
import { createStore } from '../../ui/create-store.ts'

/** What a passkey gave to open the vault: the value of the header `x-passkey-unlock`. */
export interface PasskeySecret {
  readonly passkeyUnlock: string
}

/** The master password, or what takes its place. */
export type VaultSecret = string | PasskeySecret

/** What opens the vault, in the memory of the tabs of one session and nowhere else: without another tab a reload forgets it. */
export interface VaultStore extends ReadableStore<VaultSecret | null> {
  hold(secret: VaultSecret): void
  lock(): void
}

export function createVaultStore(): VaultStore {
  const { set, ...readable } = createStore<VaultSecret | null>(null)
  return { ...readable, hold: set, lock: () => set(null) }
}

/** The request header that opens the vault. */
export function vaultHeader(secret: VaultSecret | null): Record<string, string> {
  if (secret === null) return {}
  if (typeof secret === 'string') return { 'x-master-password': encodeURIComponent(secret) }
  return { 'x-passkey-unlock': secret.passkeyUnlock }
}

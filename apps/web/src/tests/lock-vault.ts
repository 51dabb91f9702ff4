import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { Connection } from '../connection/connection.ts'

/** The session ends, and the same user signs in again: dialogs stay open, and the vault is locked. */
export async function signInAgain({ sessionExpired, vault }: Connection): Promise<void> {
  sessionExpired.set(true)
  vault.lock()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  sessionExpired.set(false)
}

/** Gives the master password where a call asks for it. */
export async function openVault({ unlockPrompt, vault }: Connection): Promise<void> {
  await expect.poll(() => unlockPrompt.read()).toBe('password')
  vault.hold('correct horse battery staple')
  unlockPrompt.settle('opened')
}

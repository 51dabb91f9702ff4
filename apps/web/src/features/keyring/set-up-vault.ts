import { ApiError } from '@envhold/client/api-error.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { toast } from 'sonner'
import type { Connection } from '../../connection/connection.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'

/**
 * Sets the first master password and opens the vault with it.
 * @returns the recovery key, which is shown once
 */
export async function setUpVault(
  { api, vault }: Pick<Connection, 'api' | 'vault'>,
  masterPassword: string,
): Promise<string> {
  const { recoveryKey } = await api.call(setUpMasterPassword, { body: { masterPassword } })
  vault.hold(masterPassword)
  toast.success('Master password set successfully!')
  return recoveryKey
}

/** It was set in another window, or by an attempt whose response was lost: from now on the page asks for it. */
export const isAlreadySet = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'ALREADY_CREATED')

/** The page may ask for the master password now. */
export const markAsSet = ({ api, queries }: Pick<Connection, 'api' | 'queries'>): void =>
  void queries.setQueryData(masterPasswordStatusQuery(api).queryKey, { hasMasterPassword: true })

import { ApiError } from '@envhold/client/api-error.ts'
import { readMasterPasswordStatus, setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import type { Connection } from '../../connection/connection.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'

/** Whether the account has a master password at all. */
export const masterPasswordStatusQuery = (api: Api) => ({
  ...readQuery(api, readMasterPasswordStatus, {}),
  staleTime: 5 * 60_000,
})

/**
 * Whether the account has a master password; frozen while the prompt is open, so that the page behind it does not
 * move.
 */
export function useHasMasterPassword(): boolean | undefined {
  const { api, unlockPrompt } = useConnection()
  const { data } = useQuery(masterPasswordStatusQuery(api))
  const isPromptOpen = useStore(unlockPrompt) !== null
  const has = data?.hasMasterPassword
  const [shown, setShown] = useState(has)
  if (!isPromptOpen && shown !== has) setShown(has)
  return isPromptOpen ? shown : has
}

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

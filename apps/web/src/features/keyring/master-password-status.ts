import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../connection/api/api.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'

/** Whether the account has a master password at all. */
export const masterPasswordStatusQuery = (api: Api) => ({
  ...readQuery(api, readMasterPasswordStatus, {}),
  staleTime: 5 * 60_000,
})

/**
 * Whether the account has a master password; frozen while the prompt is open, so that the page behind it does not move.
 */
export function useHasMasterPassword(): boolean | undefined {
  const { api, unlockPrompt } = useConnection()
  const { data } = useQuery(masterPasswordStatusQuery(api))
  const isPromptOpen = useStore(unlockPrompt) !== null
  const has = data?.hasMasterPassword
  const [visible, setVisible] = useState(has)
  if (!isPromptOpen && visible !== has) setVisible(has)
  return isPromptOpen ? visible : has
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection } from '../../connection/use-connection.ts'
import { useStore } from '../../ui/create-store.ts'
import { masterPasswordStatusQuery } from './master-password-status.ts'

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

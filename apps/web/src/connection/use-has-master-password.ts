import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { masterPasswordStatusQuery } from './read-queries.ts'
import { useConnection } from './use-connection.ts'

/** Whether the account has a master password; while the prompt is open, as it was before: nothing moves behind it. */
export function useHasMasterPassword(): boolean | undefined {
  const { api, prompt } = useConnection()
  const { data } = useQuery(masterPasswordStatusQuery(api))
  const asked = useSyncExternalStore(prompt.subscribe, prompt.isOpen)
  const has = data?.hasMasterPassword
  const [shown, setShown] = useState(has)
  if (!asked && shown !== has) setShown(has)
  return asked ? shown : has
}

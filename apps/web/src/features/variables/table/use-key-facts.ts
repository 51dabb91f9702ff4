import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { OtherEnvironments } from '../signs/use-other-environments.ts'
import { useSigns } from '../signs/use-signs.ts'
import { keyChangesQuery } from '../variable-queries.ts'
import type { KeyFacts } from './arrange-keys.ts'
import { isNearlyDue, localDay } from './due-state.ts'

/** What is known of the keys of an environment, read once its values are shown. A failure leaves facts out. */
export function useKeyFacts(
  environment: Environment,
  variables: Variables,
  others: OtherEnvironments,
  isShown: boolean,
): KeyFacts {
  const connection = useConnection()
  const { data: changes } = useQuery({
    ...keyChangesQuery(connection, environment.id, environment.version),
    enabled: isShown && environment.version > 0,
  })
  const signs = useSigns(variables, environment.protected, others)
  const today = localDay(new Date())
  const nearlyDue = useMemo(
    () => new Set([...variables].flatMap(([key, { due }]) => (isNearlyDue(due, today) ? [key] : []))),
    [variables, today],
  )
  return useMemo(() => ({ changes, signs, nearlyDue }), [changes, signs, nearlyDue])
}

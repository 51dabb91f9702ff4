import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { useComparison } from '../comparison/use-comparison.ts'
import type { OtherEnvironments } from '../comparison/use-other-environments.ts'
import { isNearlyDue, localDay } from '../data/due-state.ts'
import { keyChangesQuery } from '../data/variable-queries.ts'
import type { KeyFacts } from './arrange-keys.ts'

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
  const signs = useComparison(variables, environment.protected, others)
  const today = localDay(new Date())
  const nearlyDue = useMemo(
    () => new Set([...variables].flatMap(([key, { due }]) => (isNearlyDue(due, today) ? [key] : []))),
    [variables, today],
  )
  return useMemo(() => ({ changes, signs, nearlyDue }), [changes, signs, nearlyDue])
}

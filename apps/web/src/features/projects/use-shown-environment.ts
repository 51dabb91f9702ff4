import type { Environment } from '@envhold/contract/environments/environments.ts'
import { useState } from 'react'

export interface ShownEnvironment {
  /** Undefined if it is unknown, or the project has none. */
  readonly environment: Environment | undefined
  /** It was deleted, or is no longer shared with the user. */
  readonly isUnavailable: boolean
}

/**
 * The environment that a page shows: the wanted one, by default the first. One that disappears stays, as it was last,
 * until the user chooses another: what is typed for one environment must not be saved to the next.
 */
export function useShownEnvironment(
  environments: readonly Environment[] | undefined,
  environmentId: number | undefined,
): ShownEnvironment {
  const [last, setLast] = useState<{ wanted: number | undefined; environment: Environment }>()
  const known = last?.wanted === environmentId ? last?.environment : undefined
  const id = environmentId ?? known?.id ?? environments?.[0]?.id
  const listed = environments?.find((environment) => environment.id === id)
  if (listed && listed !== known) setLast({ wanted: environmentId, environment: listed })
  const isUnavailable = environments !== undefined && id !== undefined && !listed
  return { environment: listed ?? (isUnavailable ? known : undefined), isUnavailable }
}

import type { Variable } from '@envhold/formats/variables.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { oldVariableQuery } from './key-history-queries.ts'

export interface OldValue {
  /** Undefined until it was read; null if the version lacks the key. */
  readonly variable: Variable | null | undefined
  readonly error: Error | null
  /** The next older version, if it has the same value and both were read. */
  readonly sameAs: number | undefined
  readonly read: () => void
}

/** The values of a variable in these versions, newest first, by its key in each. Each is read when it is asked for. */
export function useOldValues(
  environmentId: number,
  versions: readonly { readonly version: number; readonly key: string }[],
) {
  const connection = useConnection()
  const [asked, setAsked] = useState<ReadonlySet<number>>(new Set())
  const results = useQueries({
    queries: versions.map(({ version, key }) => ({
      ...oldVariableQuery(connection, environmentId, version, key),
      enabled: asked.has(version),
    })),
  })
  const valueAt = (at: number) => results[at]?.data?.value
  return (version: number): OldValue => {
    const at = versions.findIndex((each) => each.version === version)
    const isSame = valueAt(at) !== undefined && valueAt(at) === valueAt(at + 1)
    return {
      variable: results[at]?.data,
      error: results[at]?.error ?? null,
      sameAs: isSame ? versions[at + 1]?.version : undefined,
      read: () => {
        setAsked((before) => new Set(before).add(version))
        if (results[at]?.error) void results[at]?.refetch()
      },
    }
  }
}

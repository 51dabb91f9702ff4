import type { Environment } from '@envhold/contract/environments.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import type { ReadVariables } from '../variable-queries.ts'
import { variablesQuery } from '../variable-queries.ts'
import type { Column } from './key-rows.ts'
import type { Drafts } from './use-drafts.ts'

const combine = (results: UseQueryResult<ReadVariables>[]) =>
  results.map(({ data, error }) => ({ data, error }))

/** The variables of all environments, and which of them could not be read. */
export function useGridReads(environments: readonly Environment[], drafts: Drafts, isOpen: boolean) {
  const connection = useConnection()
  const reads = useQueries({
    queries: environments.map(({ id }) => ({ ...variablesQuery(connection, id), enabled: isOpen })),
    combine,
  })
  const columns = useMemo(
    () =>
      environments.map(
        ({ id, name, protected: isProtected }, at): Column => ({
          id,
          name,
          isProtected,
          variables: reads[at]?.data?.variables,
          edits: drafts.get(id)?.edits ?? new Map<string, string | null>(),
        }),
      ),
    [environments, reads, drafts],
  )
  const failed = environments.filter((_, at) => reads[at]?.error && !reads[at]?.data)
  return {
    columns,
    readOf: (id: number) => reads[environments.findIndex((environment) => environment.id === id)]?.data,
    anyRead: reads.some(({ data }) => data),
    isLoading: reads.some(({ data, error }) => !data && !error),
    failed,
    error: reads.find(({ error }) => error)?.error,
    retry: () => {
      for (const { id } of failed) void connection.queries.refetchQueries(variablesQuery(connection, id))
    },
  }
}

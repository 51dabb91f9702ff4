import type { Environment } from '@envhold/contract/environments.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { accessibleEnvironmentsQuery } from './project-queries.ts'

/** The environments of all projects; undefined until they are read, and if that fails. */
export function useEnvironmentsByProject(): ReadonlyMap<number, readonly Environment[]> | undefined {
  const { data } = useQuery(accessibleEnvironmentsQuery(useApi()))
  return useMemo(() => data && Map.groupBy(data, ({ project_id }) => project_id), [data])
}

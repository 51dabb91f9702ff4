import { type ExposedEnvironment, readExposure } from '@envhold/contract/activity/exposure.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { secretKey, secretQuery } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import { useConnection, useVaultOpen } from '../../../connection/use-connection.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { formatCount } from '../../../ui/text/format.ts'
import { protectedLast } from '../../projects/protected-last.ts'
import { localDay } from '../../workbench/data/due-state.ts'
import { variableErrors } from '../../workbench/data/variable-errors.ts'
import { lockOnRejection } from '../../workbench/data/variable-queries.ts'
import { updateCacheAfterWrite } from '../../workbench/data/write-version.ts'
import { countExposed } from './exposure-values.ts'

/** Whose reads: exactly one of them. */
export type ExposureSubject = NonNullable<InputOf<typeof readExposure>['query']>

const exposureQuery = (connection: Connection, subject: ExposureSubject) =>
  queryOptions({
    ...secretQuery,
    // What is listed was read before: it stays while the dialog is open.
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: [secretKey, 'exposure', subject],
    queryFn: ({ signal }) =>
      lockOnRejection(connection, () => connection.api.call(readExposure, { query: subject }, { signal })),
  })

interface Options {
  readonly subject: ExposureSubject
  /** Whether the values are marked for rotation unless the user decides otherwise. */
  readonly isMarked: boolean
  /** Only of these projects; without it, of all. */
  readonly projectIds?: readonly number[]
}

/** What the subject has read by the record, and the decision to mark it for rotation. */
export function useExposure({ subject, isMarked: isMarkedAtFirst, projectIds }: Options) {
  const connection = useConnection()
  const isVaultOpen = useVaultOpen()
  const query = useQuery({ ...exposureQuery(connection, subject), enabled: isVaultOpen })
  const [isMarked, setMarked] = useState(isMarkedAtFirst)
  const environments = (query.data?.environments ?? []).filter(
    ({ project }) => projectIds === undefined || projectIds.includes(project.id),
  )
  const count = countExposed(environments)
  return {
    query,
    environments,
    count,
    leftOut: query.data?.left_out ?? 0,
    isVaultOpen,
    isMarked,
    setMarked,
    /** Carries out the decision. Never fails: what could not be marked is said. */
    mark: async () => {
      if (isMarked && count > 0) await markForRotation(connection, environments)
    },
  }
}

export type Exposure = ReturnType<typeof useExposure>

/** Sets today as the due day of the values, protected environments last. */
async function markForRotation(
  connection: Connection,
  exposed: readonly ExposedEnvironment[],
): Promise<void> {
  const due = localDay(new Date())
  const failed: string[] = []
  let problem: string | undefined
  for (const { project, environment, keys } of exposed.toSorted((a, b) =>
    protectedLast(a.environment, b.environment),
  )) {
    if (!keys || keys.length === 0) continue
    const details = Object.fromEntries(keys.map((key) => [key, { due }]))
    try {
      const { environment: after } = await connection.withUnlockedVault(() =>
        connection.api.call(writeVariables, {
          params: { id: environment.id },
          body: { variables: {}, mode: 'merge', details },
        }),
      )
      await updateCacheAfterWrite(connection, undefined, after)
    } catch (error) {
      failed.push(`${environment.name} of ${project.name}`)
      problem ??= errorText(error, variableErrors.updateVariable)
    }
  }
  if (failed.length === 0) return
  const named = failed.length > 3 ? [...failed.slice(0, 3), formatCount(failed.length - 3, 'other')] : failed
  toast.warning(`Not marked for rotation: ${new Intl.ListFormat('en').format(named)}`, {
    ...(problem !== undefined && { description: problem }),
  })
}

import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { may } from '@envhold/contract/projects/projects.ts'
import { type FoundVariable, findSameValues } from '@envhold/contract/variables/find.ts'
import { queryOptions } from '@tanstack/react-query'
import { secretKey } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import { lockOnRejection } from '../data/variable-queries.ts'

const staleMs = 60_000

/**
 * Where else the value of a variable is. Every project that is searched records it, so it is only asked on request, and
 * not again for a while.
 */
export const sameValuesQuery = (
  connection: Connection,
  { id, version }: Pick<Environment, 'id' | 'version'>,
  key: string,
) =>
  queryOptions({
    queryKey: [secretKey, findSameValues.name, id, version, key],
    staleTime: staleMs,
    retry: false,
    queryFn: ({ signal }) =>
      lockOnRejection(connection, () =>
        connection.api.call(findSameValues, { body: { environment_id: id, keys: [key] } }, { signal }),
      ),
  })

/** Those of other projects. */
export const elsewhere = <Found extends FoundVariable>(
  matches: readonly Found[],
  projectId: number,
): Found[] => matches.filter(({ project }) => project.id !== projectId)

export const countProjects = (matches: readonly FoundVariable[]): number =>
  new Set(matches.map(({ project }) => project.id)).size

/** By project: its variables with the value, in the order in which they were found. */
export const byProject = (matches: readonly FoundVariable[]): readonly (readonly FoundVariable[])[] => [
  ...Map.groupBy(matches, ({ project }) => project.id).values(),
]

/** Why nobody, or not this user, can write to a project; undefined if the user can. */
export function whyNotWritable(
  { user_role, id }: FoundVariable['project'],
  projects: readonly Project[] | undefined,
): string | undefined {
  const known = projects?.find((project) => project.id === id)
  return known?.read_only || !may(user_role, 'write') ? 'read only' : undefined
}

import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { environmentEventQuery } from '../../projects/environment-event-query.ts'

/** An environment that is gone; its name, if it is known. */
export interface Unavailable {
  readonly name: string | undefined
}

/** What became of an environment, and who did it, as far as the user may know; undefined while none is gone. */
export function useUnavailableText(projectId: number, unavailable: Unavailable | null): string | undefined {
  const name = unavailable?.name
  const { data: who } = useQuery({
    ...environmentEventQuery(useApi(), projectId, 'environment_deleted', `"${name}"`),
    enabled: name !== undefined,
  })
  if (!unavailable) return undefined
  return who
    ? `${name} was deleted by ${who}.`
    : `${name ?? 'This environment'} was deleted, or is no longer shared with you.`
}

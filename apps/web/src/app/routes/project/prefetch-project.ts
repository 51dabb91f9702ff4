import type { Connection } from '../../../connection/connection.ts'
import { masterPasswordStatusQuery } from '../../../features/keyring/master-password-status.ts'
import { environmentsQuery, projectQuery } from '../../../features/projects/project-queries.ts'

/** Prefetches what every tab of a project needs while the page's code loads. Does not wait for it. */
export function prefetchProject({ api, queries }: Pick<Connection, 'api' | 'queries'>, id: number): void {
  if (!Number.isSafeInteger(id) || id < 1) return
  void queries.prefetchQuery(projectQuery(api, id))
  void queries.prefetchQuery(environmentsQuery(api, id))
  void queries.prefetchQuery(masterPasswordStatusQuery(api))
}

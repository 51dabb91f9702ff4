import { readUsageState } from '../../apps/server/src/features/usage/usage-state-store.ts'
import type { StoredData } from './beside-server.ts'

/** Reads the states of these projects, as `readUsageStatesOf` reads those of an owner. */
export const statesOfProjects =
  ({ ctx }: StoredData, projectIds: readonly number[]) =>
  () =>
    Promise.all(projectIds.map((id) => readUsageState(ctx.db, id)))

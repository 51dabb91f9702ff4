import type { Context } from '../../context.ts'
import type { EnvironmentKeys } from '../members/environment-keys.ts'
import { awaitEnvironments } from './await-environments.ts'
import { findEnvironment, listEnvironmentRows } from './environment-store.ts'
import { giveEnvironments } from './give-environments.ts'
import { handOverEnvironments } from './hand-over-environments.ts'
import { takeEnvironments } from './take-environments.ts'

/** What members ask of environments. */
export const environmentKeys = (ctx: Context): EnvironmentKeys => ({
  idsOf: async (db, projectId) => (await listEnvironmentRows(ctx, db, projectId)).map(({ id }) => id),
  hold: async (trx, ids) => {
    for (const id of ids.toSorted((left, right) => left - right))
      await findEnvironment(ctx, trx, id, { hold: true })
  },
  give: (trx, ...what) => giveEnvironments(ctx, trx, ...what),
  take: (trx, taking) => takeEnvironments(ctx, trx, taking),
  handOver: (trx, ...what) => handOverEnvironments(ctx, trx, ...what),
  keepPlaces: (trx, ...what) => awaitEnvironments(ctx, trx, ...what),
})

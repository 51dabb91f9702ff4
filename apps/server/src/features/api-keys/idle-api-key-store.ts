import type { Db } from '../../db/connect.ts'
import { isLive } from '../keyring/grant-store.ts'

/** The API keys of an owner's projects that can open nothing. */
export const listIdleApiKeys = (db: Db, ownerId: number) =>
  db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .select(['api_keys.id', 'api_keys.key_name', 'api_keys.project_id'])
    .where('projects.owner_id', '=', ownerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('grants')
            .select('grants.environment_id')
            .where('grants.kind', '=', 'api-key')
            .whereRef('grants.principal', '=', 'api_keys.id')
            .where(isLive),
        ),
      ),
    )
    .execute()

import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments.ts'
import { createProject } from '@envhold/contract/projects.ts'
import { sql } from 'kysely'
import { connect, type Db } from '../../apps/server/src/db/connect.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { pin, serverCore } from './cores.ts'

export interface ActivityWorld {
  readonly server: StartedServer
  readonly token: string
  readonly userId: number
  readonly projectId: number
  readonly keyId: string
}

const day = 24 * 3_600_000
const calls = 1_000_000
const entries = 200_000
const minute = 60_000

/** Writes `count` rows with one statement that runs in the database; `i` counts from 1. */
const fill = (count: number, columns: string, table: string, values: string) =>
  sql`
    insert into ${sql.table(table)} (sequence, mac, ${sql.raw(columns)})
    with recursive counted(i) as (
      select head.sequence + 1 from chain_heads as head where chain = ${table}
      union all select i + 1 from counted where i < (select sequence + ${sql.lit(count)} from chain_heads where chain = ${table})
    )
    select i, cast('' as ${sql.raw('LINK')}), ${sql.raw(values)} from counted`

/**
 * Half of the calls are spread evenly over 90 days, half over ten minutes; every eleventh belongs to another project.
 */
async function fillChains(
  world: Omit<ActivityWorld, 'server'>,
  db: Db,
  bytes: 'bytea' | 'blob',
): Promise<void> {
  const now = Date.now()
  const run = async (table: string, count: number, columns: string, values: string) => {
    const { sql: text, parameters } = fill(count, columns, table, values).compile(db)
    await db.executeQuery({
      ...sql.raw(text.replace('LINK', bytes)).compile(db),
      parameters: parameters as unknown[],
    })
    await sql`update chain_heads set sequence = sequence + ${sql.lit(count)} where chain = ${table}`.execute(
      db,
    )
  }
  const project = `case when i % 11 = 0 then 999999 else ${world.projectId} end`
  const spread = (count: number) => `${now - 89 * day} + i * ${Math.floor((89 * day) / count)}`
  const burst = now - 5 * 3_600_000
  const half = Math.floor(calls / 2)
  const at = `case when i <= ${half} then ${now - 89 * day} + i * ${Math.floor((84 * day) / half)} else ${burst} + (i - ${half}) * ${(10 * minute) / half} end`
  await run(
    'usage',
    calls,
    'erased, digest, at, api_key_id, project_id, environment_id, environment_name, method, endpoint, status_code, variables_count, duration_us, ip, request_id',
    `0, cast('' as ${bytes}), cast(${at} as bigint), case when i % 11 = 0 then 'other' else '${world.keyId}' end, ${project}, 1, case when i % 3 = 0 then 'staging' else 'production' end, 'GET', '/v1/inject/{projectId}/{environment}', case when i % 50 = 0 then 403 when i % 7 = 0 then 304 else 200 end, 50, 1000 + i % 5000, '203.0.113.7', 'request'`,
  )
  await run(
    'activity',
    entries,
    'at, event_type, category, severity, description, user_id, token_id, project_id, environment_id, ip, request_id',
    `${spread(entries)}, case i % 4 when 0 then 'api_key_used' when 1 then 'user_invited' else 'variable_updated' end, case i % 4 when 0 then 'security_events' when 1 then 'team_changes' else 'project_changes' end, 'low', 'Changed SERVICE_' || (i % 1000) || '_URL in "production"', case when i % 3 = 0 then ${world.userId} else 1000 + i % 5 end, null, ${project}, case when i % 4 < 2 then null else 1 + i % 5 end, '203.0.113.7', 'request'`,
  )
}

/** A real server whose only project has a million recorded calls and two hundred thousand recorded events. */
export async function startActivityWorld(engine: 'sqlite' | 'postgres'): Promise<ActivityWorld> {
  const first = await startServer({ engine, settings: { LOG_LEVEL: 'error' } })
  const { client, token, userId } = await signUp(first.url)
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  await client.call(createEnvironment, { params: { projectId: project.id }, body: { name: 'production' } })
  const { api_key } = await client.call(createApiKey, {
    params: { id: project.id },
    body: { name: 'bench', permissions: ['read_variables', 'variables.api_inject'] },
  })
  const ids = { token, userId, projectId: project.id, keyId: api_key.id }
  await first.end()
  const database = connect({ databaseUrl: first.settings.DATABASE_URL, dataDir: first.dataDir })
  try {
    await fillChains(ids, database.db, engine === 'postgres' ? 'bytea' : 'blob')
    if (engine === 'postgres') await sql`vacuum analyze`.execute(database.db)
  } finally {
    await database.close()
  }
  const server = await first.startAgain()
  pin(server.pid, serverCore)
  return { server, ...ids }
}

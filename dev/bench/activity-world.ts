import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/connect.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { pin, serverCore } from './cores.ts'
import { createProjects, halfInBurst, openStopped, spread, writeCalls } from './usage-world.ts'

export interface ActivityWorld {
  readonly server: StartedServer
  readonly token: string
  readonly userId: number
  readonly projectId: number
  readonly keyId: string
  /** Sessions of the accounts with few and with many of the other projects. */
  readonly tokens: { readonly few: string; readonly many: string }
}

const day = 24 * 3_600_000
const calls = 1_000_000
const callsOfPack = 50
const manyProjects = 10_000
/** How many of them belong to an account with few projects. */
const fewProjects = 10
const entries = 200_000

/** Events spread over 89 days, a third of them by the owner; every eleventh belongs to another project. */
export async function fillActivity(
  db: Db,
  { userId, projectId }: Pick<ActivityWorld, 'userId' | 'projectId'>,
  bytes: 'bytea' | 'blob',
) {
  const now = Date.now()
  const project = `case when i % 11 = 0 then 999999 else ${projectId} end`
  const values = `${now - 89 * day} + i * ${Math.floor((89 * day) / entries)}, case i % 4 when 0 then 'api_key_used' when 1 then 'user_invited' else 'variable_updated' end, case i % 4 when 0 then 'security_events' when 1 then 'team_changes' else 'project_changes' end, 'low', 'Changed SERVICE_' || (i % 1000) || '_URL in "production"', case when i % 3 = 0 then ${userId} else 1000 + i % 5 end, null, ${project}, case when i % 4 < 2 then null else 1 + i % 5 end, '203.0.113.7', 'request', 'activity/project/' || (${project}), i`
  const columns =
    'at, event_type, category, severity, description, user_id, token_id, project_id, environment_id, ip, request_id, chain, position'
  await sql`
    insert into activity (sequence, link, mac, ${sql.raw(columns)})
    with recursive counted(i) as (
      select head.sequence + 1 from chain_heads as head where chain = 'activity'
      union all select i + 1 from counted
      where i < (select sequence + ${sql.lit(entries)} from chain_heads where chain = 'activity')
    )
    select i, cast('' as ${sql.raw(bytes)}), cast('' as ${sql.raw(bytes)}), ${sql.raw(values)} from counted`.execute(
    db,
  )
  await sql`update chain_heads set sequence = sequence + ${sql.lit(entries)} where chain = 'activity'`.execute(
    db,
  )
}

/**
 * A real server with a million recorded calls and two hundred thousand events in one project, and ten thousand projects
 * with a hundred calls each, of which one account owns ten and another one all others.
 */
export async function startActivityWorld(engine: 'sqlite' | 'postgres'): Promise<ActivityWorld> {
  const first = await startServer({ engine, settings: { LOG_LEVEL: 'error' } })
  const { client, token, userId } = await signUp(first.url)
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  await client.call(createEnvironment, {
    params: { projectId: project.id },
    body: { name: 'production', protected: false },
  })
  const { api_key } = await client.call(createApiKey, {
    params: { id: project.id },
    body: { name: 'bench', permissions: ['read_variables', 'variables.api_inject'] },
  })
  const others = [await signUp(first.url), await signUp(first.url)] as const
  const ids = { token, userId, projectId: project.id, keyId: api_key.id }
  await first.end()
  const data = await openStopped(first)
  const { db } = data.database
  try {
    const [few, many] = others
    const projects = [
      ...(await createProjects(data, few.userId, fewProjects)),
      ...(await createProjects(data, many.userId, manyProjects - fewProjects)),
    ]
    await fillActivity(db, ids, engine === 'postgres' ? 'bytea' : 'blob')
    await writeCalls(data, callsOf(ids, projects))
    if (engine === 'postgres') await sql`vacuum analyze`.execute(db)
  } finally {
    await data.database.close()
  }
  const server = await first.startAgain()
  pin(server.pid, serverCore)
  return { server, ...ids, tokens: { few: others[0].token, many: others[1].token } }
}

function* callsOf(
  { projectId, keyId }: Pick<ActivityWorld, 'projectId' | 'keyId'>,
  projects: readonly number[],
) {
  const now = Date.now()
  yield { projectId, keyId, calls, callsOfPack, timeOf: halfInBurst(calls, now) }
  // A key that exists: a sweep erases the calls of others, in the middle of the measurement.
  const small = { calls: 100, callsOfPack: 5, keyId }
  for (const [n, id] of projects.entries())
    yield { ...small, projectId: id, timeOf: spread(100, now, (n % 997) / 997) }
}

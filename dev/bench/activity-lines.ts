// How fast the log is read in lines and searched, with a million entries in one project, and how long the migration
// takes that gives entries their lines.

import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { sql } from 'kysely'
import { insertSearch } from '../../apps/server/src/db/activity-log/terms.ts'
import type { Db, Engine } from '../../apps/server/src/db/connect.ts'
import { placeEveryEntry } from '../../apps/server/src/db/migrations/0003-activity-lines.ts'
import { runTransaction } from '../../apps/server/src/db/transaction.ts'
import { signUp } from '../world/sign-up.ts'
import { startServer } from '../world/start-server.ts'
import { at, closeConnection, timeOf } from './answer-times.ts'
import { pin, serverCore } from './cores.ts'
import { listenTo } from './query-plans.ts'
import { openStopped } from './usage-world.ts'

const day = 24 * 3_600_000
const entries = 1_000_000
const rounds = 25
const print = (line: string) => process.stdout.write(`${line}\n`)

/**
 * A million entries over 89 days: half of them reads, 45 % writes of a thousand variables in four environments, and
 * 24 that changed one rare variable.
 */
async function fillLog(
  db: Db,
  engine: Engine,
  { userId, projectId }: { userId: number; projectId: number },
): Promise<void> {
  const step = Math.floor((89 * day) / entries)
  const environments = `case i % 4 when 0 then 'production' when 1 then 'staging' when 2 then 'qa' else 'dev' end`
  const kind = (read: string, team: string, write: string) =>
    `case when i % 2 = 0 then ${read} when i % 20 = 1 then ${team} else ${write} end`
  const rare = `i % 41667 = 9`
  const description = kind(
    `'Read the environment "' || ${environments} || '" of "Bench"'`,
    `'Changed the permission of person' || (i % 50) || ' in "Bench" (read)'`,
    `'Changed ' || case when ${rare} then 'SENDGRID_API_KEY' else 'SERVICE_' || (i % 1000) || '_URL' end || ' in "' || ${environments} || '"'`,
  )
  const values = [
    `${Date.now() - 89 * day} + i * ${step}`,
    kind(`'variables_read'`, `'user_role_changed'`, `'variable_updated'`),
    kind(`'project_changes'`, `'team_changes'`, `'project_changes'`),
    `'low'`,
    description,
    `case when i % 3 = 0 then ${userId} else 1000 + i % 5 end`,
    'null',
    String(projectId),
    kind('1 + i % 4', 'null', '1 + i % 4'),
    `'203.0.113.7'`,
    `'request' || i`,
    `'activity/project/${projectId}'`,
    'i',
  ].join(', ')
  const columns =
    'at, event_type, category, severity, description, user_id, token_id, project_id, environment_id, ip, request_id, chain, position'
  const bytes = engine === 'postgres' ? 'bytea' : 'blob'
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

/** The variables of the entries, as their versions would name them. */
async function nameKeys(db: Db, engine: Engine): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('activity')
      .select(['sequence', 'chain', 'description', 'event_type'])
      .where('event_type', '=', 'variable_updated')
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(10_000)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    const changed = rows.map((row) => {
      const key = /^Changed (\S+) in/.exec(row.description)?.[1] ?? ''
      return { ...row, keys: { added: [], changed: [key], removed: [] } }
    })
    await runTransaction(db, (trx) => insertSearch(trx, engine, changed))
    after = last.sequence
  }
  await sql`update activity set version = 1 where event_type = 'variable_updated'`.execute(db)
}

async function startWorld(engine: Engine) {
  const first = await startServer({ engine, settings: { LOG_LEVEL: 'error' } })
  const { client, token, userId } = await signUp(first.url)
  const { project } = await client.call(createProject, { body: { name: 'Bench' } })
  for (const name of ['production', 'staging', 'qa', 'dev'])
    await client.call(createEnvironment, {
      params: { projectId: project.id },
      body: { name, protected: false },
    })
  await first.end()
  const { database } = await openStopped(first)
  try {
    await fillLog(database.db, engine, { userId, projectId: project.id })
    const started = performance.now()
    // A database of before has the indexes only when this is done.
    for (const index of ['activity_of_line', 'activity_of_term'])
      await sql`drop index ${sql.id(index)}`.execute(database.db)
    await runTransaction(database.db, async (trx) => {
      if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(trx)
      await placeEveryEntry(trx, engine)
      await sql`create index activity_of_line on activity (line, sequence)`.execute(trx)
      await sql`create index activity_of_term on activity (term_id, sequence)`.execute(trx)
    })
    const seconds = (performance.now() - started) / 1_000
    print(`\n${engine}: migration 0003 gives ${entries} entries their lines in ${seconds.toFixed(0)} s\n`)
    await nameKeys(database.db, engine)
    if (engine === 'postgres') await sql`vacuum analyze`.execute(database.db)
  } finally {
    await database.close()
  }
  const server = await first.startAgain()
  pin(server.pid, serverCore)
  return { server, token, projectId: project.id }
}

const searches = [
  ['a rare key', 'sendgrid_api_key'],
  ['a key that nothing has', 'sendgird'],
  ['a frequent key', 'service_77'],
  ['a word in every write', 'changed'],
  ['an environment', 'production'],
  ['a person in the text', 'person17'],
  ['two words that are never together', 'sendgrid person17'],
  ['two frequent words', 'service_7 staging'],
] as const

export async function benchLines(engine: Engine): Promise<void> {
  const { server, token, projectId } = await startWorld(engine)
  const { db, close } = listenTo(server)
  if (engine === 'sqlite') await sql`pragma busy_timeout = 10000`.execute(db)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string) => timeOf(`${server.url}/api${path}`, headers)
  const measure = async (name: string, path: string) => {
    const first = await ask(path)
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push((await ask(path)).ms)
    // The limit of searches is for people.
    await db.deleteFrom('attempts').where('kind', '=', 'activity-search').execute()
    const { lines, found, total } = JSON.parse(first.body) as {
      lines: unknown[]
      found: number | null
      total: number
    }
    const cells = [name, first.ms, at(times, 0.5), at(times, 0.95)].map((cell) =>
      typeof cell === 'number' ? cell.toFixed(1) : cell,
    )
    print(`| ${[...cells, lines.length, `${found ?? '–'} of ${total}`].join(' | ')} |`)
    return first.body
  }
  try {
    await ask(`/projects/${projectId}/activity?limit=1`)
    print('| list | first ms | p50 ms | p95 ms | lines | found |\n|---|---:|---:|---:|---:|---|')
    for (const range of ['30d', 'all']) {
      const list = `/projects/${projectId}/activity/lines?timeRange=${range}`
      const first = await measure(`project, ${range}`, list)
      const { next } = JSON.parse(first) as { next: number }
      await measure(`project, ${range}, in the middle`, `${list}&before=${next >> 1}`)
      await measure(`project, ${range}, changes`, `${list}&category=changes`)
      for (const [name, search] of searches)
        await measure(`${range}: ${name}`, `${list}&search=${encodeURIComponent(search)}`)
    }
    await measure('account, all', '/activity/lines?timeRange=all')
    for (const [name, search] of searches.slice(0, 4))
      await measure(`account: ${name}`, `/activity/lines?timeRange=all&search=${search}`)
  } catch (error) {
    process.stderr.write(server.output())
    throw error
  } finally {
    await close()
    closeConnection()
    await server.stop()
  }
}

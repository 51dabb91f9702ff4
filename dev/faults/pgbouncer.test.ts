import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../apps/server/src/db/connect.ts'
import { newDatabase } from '../world/new-database.ts'
import { startNodes } from '../world/start-nodes.ts'
import type { StartedServer } from '../world/start-server.ts'
import { isAcknowledged } from './call.ts'
import { findLosses } from './find-losses.ts'
import { createFixture, type Fixture } from './inject-targets.ts'
import { startLoad, startWrites } from './load.ts'
import {
  namesStatements,
  type Pgbouncer,
  pgbouncerName,
  pgbouncerVersion,
  serverConnections,
  startPgbouncer,
} from './pgbouncer.ts'
import { waitUntil } from './wait-until.ts'

describe.skipIf(!pgbouncerVersion)(`behind PgBouncer in transaction mode: ${pgbouncerName}`, () => {
  let direct: string
  let bouncer: Pgbouncer
  let nodes: StartedServer[]
  let fixture: Fixture
  beforeAll(async () => {
    direct = await newDatabase()
    bouncer = await startPgbouncer(direct)
    nodes = await startNodes({
      count: 2,
      databaseUrls: [bouncer.url],
      settings: { DATABASE_NAMED_STATEMENTS: namesStatements ? 'on' : 'off' },
    })
    fixture = await createFixture(nodes[0]?.url ?? '', 12)
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await bouncer.stop()
  })

  /** The same data, past PgBouncer. */
  const losses = (acknowledged: Parameters<typeof findLosses>[1]) => {
    const [node] = nodes
    if (!node) throw new Error('There is no node')
    const { url, settings } = node
    return findLosses({ url, settings: { ...settings, DATABASE_URL: direct } }, acknowledged)
  }
  const startAll = (prefix: string) => {
    const { targets, person } = fixture
    const urls = nodes.map(({ url }) => url)
    const load = startLoad({ urls, targets, workers: 24 })
    const writes = startWrites(urls[0] ?? '', person, targets[0]?.environmentId ?? 0, prefix)
    return { load, writes }
  }

  test('batches are pipelined over fewer connections than nodes use, and nothing fails', async () => {
    const { load, writes } = startAll('BEFORE')
    await waitUntil('there were enough calls', () => load.calls.length >= 600)
    const database = connect({ databaseUrl: direct, dataDir: '' })
    const { rows } = await database.db.executeQuery<{ n: number }>({
      sql: `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
      parameters: [],
    } as never)
    await database.close()
    const calls = await load.stop()
    await writes.stop()
    expect(rows[0]?.n).toBeLessThanOrEqual(serverConnections)
    expect(calls.filter((call) => !isAcknowledged(call))).toEqual([])
    expect(writes.failures).toEqual([])
    expect(await losses({ calls, writes: [writes], person: fixture.person })).toEqual([])
  })
})

import { hash } from 'node:crypto'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { usageDigest, usageLink, usageMac } from '@envhold/integrity/usage-chain.ts'
import { packUsage } from '@envhold/integrity/usage-entries.ts'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../connect.ts'
import { insertRows } from '../insert-rows.ts'
import type { Row, Tables } from '../tables.ts'
import type { Trx } from '../transaction.ts'
import { createUsageDaysFrom } from '../usage-partitions.ts'
import { type UsageBefore, walkUsageBefore } from './0014-usage-before.ts'

const blockLength = 2_048
const packsAtOnce = 1_000
const keptDays = 92
const dayMs = 24 * 3_600_000

/**
 * Moves the rows of the one usage chain into packs of a chain for each project. Rows of a project that were written at
 * the same time become one commit. Each row is verified before it moves.
 * @throws StorageRejection at the first row that does not verify
 */
export async function packUsageBefore(
  db: Kysely<Tables>,
  engine: Engine,
  secrets: ServerSecrets,
): Promise<void> {
  if (engine === 'postgres') await createDays(db as Trx)
  const heads = new Map<number, Row<'usage_heads'>>()
  let run: UsageBefore[] = []
  let packs: Row<'usage_packs'>[] = []
  const commitRun = () => {
    for (const [projectId, rows] of Map.groupBy(run, (row) => row.project_id)) {
      const commit = commitOf(secrets, heads.get(projectId) ?? emptyHead(projectId), rows)
      packs.push(...commit.packs)
      heads.set(projectId, commit.head)
    }
    run = []
  }
  const write = async () => {
    await insertRows(db, 'usage_packs', packs)
    packs = []
  }
  for await (const page of walkUsageBefore(db, secrets)) {
    for (const row of page) {
      if (run[0] && run[0].at !== row.at) commitRun()
      run.push(row)
    }
    // Rows of the same time could fill the memory. A commit may end anywhere.
    if (run.length > packsAtOnce) commitRun()
    if (packs.length > packsAtOnce) await write()
  }
  commitRun()
  await write()
  await insertRows(db, 'usage_heads', [...heads.values()])
}

/** From the first row on, unless its clock was wrong by months. */
async function createDays(trx: Trx): Promise<void> {
  const { rows } = await sql<{ first: number | null; now: number }>`
    select min(at) as first, (extract(epoch from now()) * 1000)::bigint as now from usage`.execute(trx)
  const [times] = rows
  if (!times || times.first === null) return
  const now = Number(times.now)
  await createUsageDaysFrom(trx, Math.max(Number(times.first), now - keptDays * dayMs), now)
}

const emptyHead = (projectId: number): Row<'usage_heads'> => ({
  project_id: projectId,
  sequence: 0,
  at: 0,
  link: null,
  mac: null,
  start_sequence: 0,
  start_link: null,
  start_mac: null,
})

interface Commit {
  readonly packs: readonly Row<'usage_packs'>[]
  readonly head: Row<'usage_heads'>
}

function commitOf(secrets: ServerSecrets, before: Row<'usage_heads'>, rows: readonly UsageBefore[]): Commit {
  const { project_id: projectId } = before
  const at = rows[0]?.at ?? 0
  const packs = packsOf(before, rows)
  const sequence = before.sequence + rows.length
  const link = usageLink({
    projectId,
    previousLink: before.link,
    first: before.sequence + 1,
    at,
    packs: packs.map(({ last_sequence, digest }) => ({ last: last_sequence, digest })),
  })
  const mac = usageMac(secrets, { projectId, sequence, link })
  const last = packs.length - 1
  return {
    packs: packs.map((pack, index) => (index === last ? { ...pack, link, mac } : pack)),
    head: { ...before, sequence, at, link, mac },
  }
}

/** One pack for each key and one for what is erased, and another where a block ends. */
function packsOf(
  { project_id, sequence }: Row<'usage_heads'>,
  rows: readonly UsageBefore[],
): Row<'usage_packs'>[] {
  const packs: Row<'usage_packs'>[] = []
  let last = sequence
  const groups = Map.groupBy(rows, ({ erased, api_key_id }) => (erased === 1 ? null : api_key_id))
  for (const [keyId, ofKey] of groups)
    for (let done = 0; done < ofKey.length; ) {
      const some = ofKey.slice(done, done + blockLength - (last % blockLength))
      packs.push({
        project_id,
        first_sequence: last + 1,
        last_sequence: last + some.length,
        at: some[0]?.at ?? 0,
        ...(keyId === null ? erasedContent(some) : contentOf(keyId, some)),
        link: null,
        mac: null,
      })
      last += some.length
      done += some.length
    }
  return packs
}

/** The digests of erased rows stay part of the chain. */
const erasedContent = (rows: readonly UsageBefore[]) => ({
  api_key_id: '',
  entries: '',
  erased: 1,
  digest: hash('sha256', Buffer.concat(rows.map(({ digest }) => digest)), 'buffer'),
})

function contentOf(keyId: string, rows: readonly UsageBefore[]) {
  const entries = packUsage(
    rows.map((row) => ({
      durationUs: row.duration_us,
      requestId: row.request_id,
      status: row.status_code,
      variables: row.variables_count,
      environmentId: row.environment_id,
      environmentName: row.environment_name,
      method: row.method,
      endpoint: row.endpoint,
      ip: row.ip,
      calls: row.calls,
    })),
  )
  return { api_key_id: keyId, entries, erased: 0, digest: usageDigest(keyId, entries) }
}

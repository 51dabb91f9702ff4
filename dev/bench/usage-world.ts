import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { packUsage } from '@envhold/integrity/usage-chain.ts'
import { readConfig } from '../../apps/server/src/config/config.ts'
import { insertRows } from '../../apps/server/src/db/json-rows.ts'
import type { Row } from '../../apps/server/src/db/tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { createUsageDaysFrom } from '../../apps/server/src/db/usage-partitions.ts'
import { insertProject } from '../../apps/server/src/features/projects/project-store.ts'
import { type OpenedData, openData } from '../../apps/server/src/instance/open-data.ts'
import type { StartedServer } from '../world/start-server.ts'

const day = 24 * 3_600_000
const minute = 60_000
const digest = Buffer.alloc(32)
const mac = Buffer.alloc(33)

/** The calls of one project to write. */
export interface ProjectCalls {
  readonly projectId: number
  readonly keyId: string
  readonly calls: number
  readonly callsOfPack: number
  /** When the n-th call was made. */
  readonly timeOf: (n: number) => number
}

/** Evenly over the last 89 days. */
export const spread =
  (calls: number, now: number, shift = 0) =>
  (n: number) =>
    Math.floor(now - 89 * day + ((n + shift) * 89 * day) / calls)

/** Half evenly over 84 days, half in ten minutes of today. */
export const halfInBurst = (calls: number, now: number) => (n: number) =>
  n < calls / 2
    ? Math.floor(now - 89 * day + (n * 84 * day) / (calls / 2))
    : Math.floor(now - 5 * 60 * minute + ((n - calls / 2) * 10 * minute) / (calls / 2))

const callOf = (n: number) => ({
  durationUs: 1_000 + (n % 5_000),
  requestId: n.toString(36).padStart(12, 'r'),
  status: n % 50 === 0 ? 403 : n % 7 === 0 ? 304 : 200,
  variables: 50,
  environmentId: 1,
  environmentName: n % 150 < 50 ? 'staging' : 'production',
  method: 'GET',
  endpoint: '/v1/inject/{projectId}/{environment}',
  ip: '203.0.113.7',
  calls: 1,
})

function* packsOf({
  projectId,
  keyId,
  calls,
  callsOfPack,
  timeOf,
}: ProjectCalls): Generator<Row<'usage_packs'>> {
  for (let first = 1; first <= calls; ) {
    const blockEnd = Math.ceil(first / 2_048) * 2_048
    const last = Math.min(first + callsOfPack - 1, calls, blockEnd)
    yield {
      project_id: projectId,
      first_sequence: first,
      last_sequence: last,
      at: timeOf(first - 1),
      api_key_id: keyId,
      entries: packUsage(Array.from({ length: last - first + 1 }, (_, n) => callOf(first + n))),
      erased: 0,
      digest,
      link: digest,
      mac,
    }
    first = last + 1
  }
}

/** Opens what a server has stored, while it is stopped. */
export const openStopped = ({ settings, dataDir }: StartedServer): Promise<OpenedData> =>
  openData(readConfig({ ...settings, DATA_DIR: dataDir }), { restored: 'ignore' })

/** So many packs are written in a transaction, which a server on PostgreSQL allows for some seconds only. */
const packsAtOnce = 6_400

/** Writes calls without their MACs. */
export async function writeCalls({ database }: OpenedData, of: Iterable<ProjectCalls>): Promise<void> {
  const now = Date.now()
  if (database.engine === 'postgres')
    await inTransaction(database, (tx) => createUsageDaysFrom(tx.db, now - 90 * day, now))
  const projects = [...of]
  let packs: Row<'usage_packs'>[] = []
  const write = async () => {
    await inTransaction(database, (tx) => insertRows(tx.db, 'usage_packs', packs))
    packs = []
  }
  for (const project of projects)
    for (const pack of packsOf(project)) if (packs.push(pack) === packsAtOnce) await write()
  await write()
  await inTransaction(database, (tx) => insertRows(tx.db, 'usage_heads', projects.map(headOf)))
}

const headOf = ({ projectId, calls, timeOf }: ProjectCalls) => ({
  project_id: projectId,
  sequence: calls,
  at: timeOf(calls - 1),
  link: digest,
  mac,
  start_sequence: 0,
  start_link: null,
  start_mac: null,
})

/** Creates projects of an account. @returns their ids */
export function createProjects(
  { database, secrets }: { readonly database: OpenedData['database']; readonly secrets: ServerSecrets },
  ownerId: number,
  count: number,
): Promise<number[]> {
  return inTransaction({ ...database, secrets, clock: Date.now }, async (tx) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++)
      ids.push(await insertProject(tx, { ownerId, name: `Project ${n}`, description: null }))
    return ids
  })
}

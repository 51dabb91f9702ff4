import { verifyAllUsage } from '../../apps/server/src/features/audit-log/verify-usage.ts'
import { activityOf, usageOf } from '../world/events-of.ts'
import { sayProgram } from '../world/run-program.ts'
import { variablesOf } from '../world/seed-project.ts'
import type { Person } from '../world/sign-up.ts'
import type { StartedServer } from '../world/start-server.ts'
import { type Call, isAcknowledged } from './call.ts'
import { clientOf } from './client-of.ts'
import type { Writes } from './load.ts'
import { type OpenedDatabase, openBeside, secretsOf } from './open-beside.ts'

type Settings = Readonly<Record<string, string>>

/** What `envhold-server verify` finds beside a running server; nothing if everything is valid. */
async function findDamage(settings: Settings): Promise<string[]> {
  const { code, said } = await sayProgram('verify', settings)
  return code === 0 ? [] : [`envhold-server verify ended with ${code}: ${said.slice(-2_000)}`]
}

/** Every acknowledged call is in the usage log exactly once, and no other call is there twice. */
async function findLostCalls({ db }: OpenedDatabase, calls: readonly Call[]): Promise<string[]> {
  const times = new Map<string, number>()
  const rows = await usageOf({ ctx: { db } })
  for (const { request_id } of rows) times.set(request_id, (times.get(request_id) ?? 0) + 1)
  const lost = calls.filter((call) => isAcknowledged(call) && !times.has(call.requestId))
  const repeated = [...times].filter(([, count]) => count > 1)
  return [
    ...lost.map(({ requestId, target }) => `Call ${requestId} of project ${target.projectId} is lost`),
    ...repeated.map(([id, count]) => `Call ${id} is recorded ${count} times`),
  ]
}

/** Walks the chain of each project's usage. */
async function findBrokenChains({ db }: OpenedDatabase, settings: Settings): Promise<string[]> {
  const secrets = secretsOf(settings)
  const faults: string[] = []
  for await (const { chain, broken } of verifyAllUsage({ db, secrets }))
    if (broken) faults.push(`${chain} is broken at entry ${broken.sequence}: ${broken.why}`)
  return faults
}

/** Every acknowledged write is in its environment, and in the activity log exactly once. */
async function findLostWrites(
  { db }: OpenedDatabase,
  stored: Readonly<Record<string, string>>,
  { environmentId, acknowledged }: Writes,
): Promise<string[]> {
  // A call that unlocks the vault records that too.
  const recorded = (await activityOf({ ctx: { db } }))
    .filter(({ environment_id }) => environment_id === environmentId)
    .map(({ request_id }) => request_id)
  return acknowledged.flatMap(({ name, value, requestId }) => {
    const times = recorded.filter((id) => id === requestId).length
    return [
      ...(stored[name] === value ? [] : [`The write of ${name} is lost`]),
      ...(times === 1 ? [] : [`The write of ${name} is recorded ${times} times`]),
    ]
  })
}

export interface Acknowledged {
  readonly calls: readonly Call[]
  readonly writes?: readonly Writes[]
  readonly person: Person
}

/** Compares what a server promised with what is stored, and verifies its whole database. The server is running. */
export async function findLosses(
  { url, settings }: Pick<StartedServer, 'url' | 'settings'>,
  { calls, writes = [], person }: Acknowledged,
): Promise<string[]> {
  const client = clientOf(url, person)
  const opened = openBeside(settings)
  try {
    const losses = [...(await findLostCalls(opened, calls)), ...(await findBrokenChains(opened, settings))]
    for (const of of writes)
      losses.push(...(await findLostWrites(opened, await variablesOf({ client }, of.environmentId), of)))
    return [...losses, ...(await findDamage(settings))]
  } finally {
    await opened.close()
  }
}

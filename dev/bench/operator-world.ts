import { insertRows } from '../../apps/server/src/db/json-rows.ts'
import type { Row } from '../../apps/server/src/db/tables.ts'
import { inTransaction } from '../../apps/server/src/db/transaction.ts'
import { apiKeyMac } from '../../apps/server/src/features/api-keys/api-key-store.ts'
import {
  type SubscriptionRow,
  subscriptionMac,
} from '../../apps/server/src/features/billing/subscriptions/subscription-store.ts'
import { projectMac } from '../../apps/server/src/features/projects/project-store.ts'
import { userMac } from '../../apps/server/src/features/users/user-store.ts'
import type { OpenedData } from '../../apps/server/src/instance/open-data.ts'
import { signUp } from '../world/sign-up.ts'
import { type StartedServer, startServer } from '../world/start-server.ts'
import { turnOffOperatorFactor } from '../world/turn-off-operator-factor.ts'
import { fillActivity } from './activity-world.ts'
import { pin, serverCore } from './cores.ts'
import { archivedAt, rowsOfArchive, rowsOfDunning, rowsOfPhases } from './grace-world.ts'
import { openStopped, spread, writeCalls } from './usage-world.ts'

const users = 100_000
const projects = 10_000
const keysOfProject = 2
const callsOfProject = 100
/** Beyond the ids of accounts that signed up. */
const firstId = 1_000
/** So many rows are written in a transaction, which a server on PostgreSQL allows for some seconds only. */
const rowsAtOnce = 6_400

type Status = Row<'users'>['status']
const rareStatuses: readonly Status[] = ['SUSPENDED', 'INACTIVE', 'PENDING']
const statusOf = (n: number): Status => rareStatuses[n % 100] ?? 'ACTIVE'
const day = 24 * 3_600_000

function* rowsOfUsers(now: number, { secrets }: OpenedData) {
  for (let n = 0; n < users; n++) {
    const id = firstId + n
    const created_at = now - users * 1_000 + n * 1_000
    const status = statusOf(n)
    const email = `person${n}@mail${n % 50}.example.com`
    const row = {
      id,
      email,
      email_canonical: email,
      username: `Person-${n}`,
      username_canonical: `person-${n}`,
      first_name: null,
      last_name: null,
      password_hash: '',
      role: n % 1_000 === 0 ? 'ADMIN' : 'USER',
      status,
      suspended_reason: status === 'SUSPENDED' ? 'A key was shared in public' : null,
      plan: n % 25 === 0 ? 'pro' : 'starter',
      email_verified_at: created_at,
      password_changed_at: null,
      deleted_at: status === 'INACTIVE' ? now - (n % 29) * day : null,
      created_at,
      updated_at: created_at,
    }
    yield { ...row, mac: userMac.of(secrets, row) }
  }
}

function* rowsOfProjects(now: number, { secrets }: OpenedData) {
  for (let n = 0; n < projects; n++) {
    const id = firstId + n
    const row = { id, owner_id: firstId + ((n * 7) % users), removed_at: archivedAt(id, now) }
    const times = { created_at: now - n * 1_000, updated_at: now - n * 1_000 }
    const names = { name: `Project ${n}`, description: null }
    yield { ...row, ...names, ...times, mac: projectMac.of(secrets, row) }
  }
}

function* rowsOfKeys(now: number, { secrets }: OpenedData) {
  for (let n = 0; n < projects * keysOfProject; n++) {
    const project = Math.floor(n / keysOfProject)
    const key = {
      id: `key${n}`,
      project_id: firstId + project,
      creator_id: firstId + ((project * 7) % users),
      key_name: `deploy ${n}`,
      preview: 'ehk_…abcd',
      auth_hash: Buffer.alloc(32, n % 251),
      permissions: '["read_variables","variables.api_inject"]',
      environment_access: null,
      allowed_ips: n % 10 === 0 ? '["203.0.113.0/24"]' : '[]',
      expires_at: n % 20 === 0 ? now - day : null,
      is_active: n % 30 === 0 ? 0 : 1,
      expiry_told_at: null,
      created_at: now - n * 60_000,
      updated_at: now - n * 30_000,
      deactivated_at: null,
      deactivated_reason: null,
    }
    yield { ...key, mac: apiKeyMac.of(secrets, key) }
  }
}

/** Every user of Pro has one; four times as many had one. */
function* rowsOfSubscriptions(now: number, { secrets }: OpenedData) {
  for (let n = 0; n < users; n += 5) {
    const isEnded = n % 25 !== 0
    const row: Omit<SubscriptionRow, 'id' | 'mac'> = {
      provider: 'stripe',
      provider_id: `sub_${n}`,
      user_id: firstId + n,
      customer_id: `cus_${n}`,
      plan: 'pro',
      billing_interval: n % 2 === 0 ? 'monthly' : 'yearly',
      status: isEnded ? 'ended' : 'active',
      period_start: now - day,
      period_end: now + day,
      cancel_at: n % 200 === 0 ? now + day : null,
      ended_at: isEnded ? now - day : null,
      cancel_reason: null,
      next_plan: null,
      next_interval: null,
      changing_until: null,
      reminded_of: null,
      price_notified_at: null,
      repriced_at: null,
      test_mode: 0,
      revision: 1,
      fetched_at: now,
      created_at: now - n * 1_000,
    }
    yield { ...row, mac: subscriptionMac.of(secrets, row) }
  }
}

type Filled =
  | 'users'
  | 'projects'
  | 'api_keys'
  | 'subscriptions'
  | 'account_phases'
  | 'archived_projects'
  | 'dunning'

async function write<T extends Filled>(
  { database }: OpenedData,
  table: T,
  rows: Iterable<Parameters<typeof insertRows<T>>[2][number]>,
): Promise<void> {
  let waiting: Parameters<typeof insertRows<T>>[2][number][] = []
  const flush = async () => {
    const values = waiting
    waiting = []
    await inTransaction(database, (tx) => insertRows(tx.db, table, values))
  }
  for (const row of rows) if (waiting.push(row) === rowsAtOnce) await flush()
  await flush()
}

export interface OperatorWorld {
  readonly server: StartedServer
  /** The session of a SUPER_ADMIN. */
  readonly token: string
  /** Ids of one of many: an account, a project's API key, a project. */
  readonly userId: number
  readonly keyId: string
  readonly projectId: number
}

/**
 * A real server with 100,000 accounts, 10,000 projects of which half are in the archive, 20,000 API keys, 4,000 grace
 * periods, a million calls and 200,000 events.
 */
export async function startOperatorWorld(engine: 'sqlite' | 'postgres'): Promise<OperatorWorld> {
  const first = await startServer({ engine, settings: { LOG_LEVEL: 'error' } })
  const { token, userId } = await signUp(first.url)
  await first.end()
  const data = await openStopped(first)
  const now = Date.now()
  try {
    await turnOffOperatorFactor(data.database.db, data.secrets)
    await write(data, 'users', rowsOfUsers(now, data))
    await write(data, 'subscriptions', rowsOfSubscriptions(now, data))
    await write(data, 'projects', rowsOfProjects(now, data))
    await write(data, 'api_keys', rowsOfKeys(now, data))
    await write(data, 'account_phases', rowsOfPhases(now, firstId, data))
    await write(data, 'archived_projects', rowsOfArchive(now, rowsOfProjects(now, data), data))
    await write(data, 'dunning', rowsOfDunning(now))
    await fillActivity(
      data.database.db,
      { userId, projectId: firstId },
      engine === 'postgres' ? 'bytea' : 'blob',
    )
    await writeCalls(data, callsOfProjects(now))
    if (engine === 'postgres') await analyze(data)
  } finally {
    await data.database.close()
  }
  const server = await first.startAgain()
  pin(server.pid, serverCore)
  return { server, token, userId: firstId + 50_001, keyId: 'key777', projectId: firstId + 388 }
}

const analyze = ({ database: { db } }: OpenedData) =>
  db.executeQuery({ ...db.selectFrom('users').select('id').compile(), sql: 'vacuum analyze', parameters: [] })

function* callsOfProjects(now: number) {
  const calls = { calls: callsOfProject, callsOfPack: 5 }
  for (let n = 0; n < projects; n++)
    yield {
      ...calls,
      projectId: firstId + n,
      keyId: `key${n * keysOfProject}`,
      timeOf: spread(callsOfProject, now, (n % 997) / 997),
    }
}

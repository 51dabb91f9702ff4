import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { retention } from '@envhold/contract/archive/archive.ts'
import { BackupError } from '../backups/backup-folder.ts'
import type { DbContext } from '../context.ts'
import { insertRows } from '../db/json-rows.ts'
import { inTransaction } from '../db/transaction.ts'
import { unlessTampered } from '../db/unless-tampered.ts'
import { type AuthenticFact, parseRevocation, type RevocationRow } from '../features/audit-log/revocation.ts'
import { daysMs } from '../jobs/retention-rule.ts'
import { readGranted } from './granted-access.ts'
import { maxPlanned, planRevocations } from './plan-revocations.ts'
import { type ReadReplaced, type Replaced, readReplaced } from './read-replaced.ts'
import { findKnownIds } from './replaced-store.ts'
import type { SubjectContext } from './revoked-subject.ts'

/** Where it is known from what was revoked after a backup. */
export interface Source {
  /** A log of the server. */
  readonly log?: string | undefined
  readonly replaced?: Replaced
}

export interface StoredPlan {
  /** How many are new on the list. */
  readonly stored: number
  /** How many the restored database has, or had on its list before. */
  readonly known: number
  /** How many had been undone before the restore, or are about something that the restored database lacks. */
  readonly outdated: number
  readonly rejected: number
}

/**
 * Puts on the list of operators what a log and the replaced database say was revoked, and the restored database lacks.
 * Doing it again adds nothing.
 * @throws BackupError if one of them cannot be read
 */
export async function storePlan(
  ctx: DbContext<'engine' | 'secrets' | 'clock' | 'config' | 'log'>,
  { log, replaced }: Source,
): Promise<StoredPlan> {
  const since = ctx.clock() - daysMs(retention.revocationDays)
  const ofLog = log === undefined ? undefined : await readLog(log)
  const ofReplaced = replaced && (await readReplaced(ctx, replaced, { since, logged: ofLog?.facts ?? [] }))
  const facts = [...(ofLog?.facts ?? []), ...(ofReplaced?.facts ?? [])]
  const values = ofReplaced?.values ?? []
  const details = new Map(ofReplaced?.facts.map(({ id, detail }) => [id, detail]))
  return await inTransaction(ctx, async (tx) => {
    const { db } = tx
    const ids = await findKnownIds(
      db,
      [...facts, ...values].map(({ id }) => id),
    )
    const plan = planRevocations(facts, { secrets: ctx.secrets, ids, since })
    const lacking = plan.lacking.map(
      (fact): RevocationRow => ({
        ...fact,
        state: 'pending',
        detail: details.get(fact.id) ?? null,
        logged: 1,
      }),
    )
    const changed = [...lacking, ...values.filter(({ id }) => !ids.has(id))]
    const rows: RevocationRow[] = []
    for (const row of changed) {
      const state = await stateOf(tx, row, ofReplaced?.regranted)
      if (state) rows.push({ ...row, state })
    }
    if (rows.length > maxPlanned)
      throw new BackupError(`More than ${maxPlanned} revocations are lacking. Restore a newer backup.`)
    await insertRows(db, 'revocations', rows.map(inOrder))
    const rejected = plan.rejected + (ofLog?.garbled ?? 0)
    const stored = rows.filter(({ state }) => state === 'pending').length
    return { stored, known: plan.known, outdated: changed.length - stored, rejected }
  })
}

/**
 * Pending if this database grants something that the replaced one, if it is known, did not grant at its end. Missing if
 * it grants nothing: a database that is restored later may. Undefined if all of it was given back.
 */
async function stateOf(
  ctx: SubjectContext & DbContext<'log'>,
  row: RevocationRow,
  regranted: ReadReplaced['regranted'] | undefined,
): Promise<'pending' | 'missing' | undefined> {
  const granted = await unlessTampered(ctx, 'restore', () => readGranted(ctx, row))
  // To repeat it fails later, and says why.
  if (!granted) return 'pending'
  if (granted.length === 0) return 'missing'
  return granted.some((name) => !regranted?.get(row.id)?.includes(name)) ? 'pending' : undefined
}

/** Rows of one statement have their columns in one order. */
const inOrder = (row: RevocationRow): RevocationRow => {
  const { id, at, kind, user_id, project_id, environment_id, subject, state, detail, logged, mac } = row
  return { id, at, kind, user_id, project_id, environment_id, subject, state, detail, logged, mac }
}

const mark = 'envhold-revoked:'
/** Longer than any line of ours, with what a collector of logs writes around it. */
const maxLineLength = 20_000

interface ReadLog {
  readonly facts: readonly AuthenticFact[]
  /** Lines that begin as ours, and are not complete. */
  readonly garbled: number
}

/**
 * Reads what a log of the server says was revoked. Its lines may be wrapped by whatever collected them.
 * @throws BackupError if it cannot be read, or has too many
 */
export async function readLog(path: string): Promise<ReadLog> {
  const facts = new Map<string, AuthenticFact>()
  let garbled = 0
  const input = createReadStream(path, { encoding: 'utf8' })
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const from = line.indexOf(mark)
      if (from === -1) continue
      const fact = parseRevocation(line.slice(from, from + maxLineLength))
      if (fact) facts.set(`${fact.id} ${Buffer.from(fact.mac).toString('hex')}`, fact)
      else garbled++
      if (facts.size > maxPlanned)
        throw new BackupError(
          `${path} has more than ${maxPlanned} revocations: cut off what is older than the backup.`,
        )
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new BackupError(`${path} cannot be read (${code}).`)
  }
  return { facts: [...facts.values()], garbled }
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { maxBackupProblems } from '@envhold/contract/operator/backups.ts'
import { requireServerSecret } from '../config/fingerprint-store.ts'
import { Secret } from '../config/secrets.ts'
import { loadServerSecrets } from '../config/server-secret.ts'
import { requireMigrated } from '../db/check-version.ts'
import type { Db } from '../db/connect.ts'
import { compareWithMark, type Restored } from '../db/marks/high-water-mark.ts'
import { readStoredState, type StoredState } from '../db/marks/stored-heads.ts'
import { readConsistently } from '../db/read-consistently.ts'
import { authenticatedTables } from '../verify/authenticated-tables.ts'
import { isDamage } from '../verify/finding.ts'
import { verifyEverything } from '../verify/verify-everything.ts'
import { explainUnread } from './explain-unread.ts'
import type { Hashed, Verdict, VerifyOrder } from './run-order.ts'

/** About so many lines `envhold-server verify` prints. */
const lines = authenticatedTables.length + 6
const broken = /^(.*: )?BROKEN/

/**
 * Verifies a copy of a SQLite database: its checksum, whose it is, that it has what its record says, and everything that
 * `envhold-server verify` checks.
 * @throws BackupError if it is what was backed up, and this server cannot read what is in it
 */
export async function verifyFile(order: VerifyOrder, onPercent: (percent: number) => void): Promise<Verdict> {
  const problems: string[] = []
  const { size, sha256 } = await hashFile(order.path)
  if (sha256 !== order.sha256)
    problems.push(`Its content (${size} bytes) is not what was backed up: the checksum differs.`)
  try {
    await readConsistently({ databaseUrl: undefined, dataDir: order.dataDir, file: order.path }, (db) =>
      verifyCopy(db, order, { onPercent, onProblem: (problem) => problems.push(problem) }),
    )
  } catch (error) {
    if (isDamage(error)) problems.push('It cannot be read: it is damaged, or not a database.')
    else if (problems.length === 0) throw explainUnread(error, order.version)
  }
  return { problems: problems.slice(0, maxBackupProblems), count: problems.length }
}

interface Reports {
  readonly onPercent: (percent: number) => void
  readonly onProblem: (problem: string) => void
}

const differences: Record<Restored, (state: StoredState) => string> = {
  empty: () => 'It is empty.',
  'another instance': () => 'It is a backup of another instance.',
  behind: ({ activity, root }) =>
    `It is older than its record: it lacks activity ${activity.sequence} or root ${root.sequence}, which were stored before the backup began.`,
  'another history': () => 'Its history is not the one that its record names: an entry was replaced.',
}

async function verifyCopy(db: Db, order: VerifyOrder, { onPercent, onProblem }: Reports): Promise<void> {
  const { serverSecret, dataDir, state } = order
  const secrets = loadServerSecrets({
    serverSecret: serverSecret === undefined ? undefined : new Secret(serverSecret),
    dataDir,
  })
  await requireMigrated(db)
  const difference = await compareWithMark(db, state, await readStoredState(db))
  if (difference) onProblem(differences[difference](state))
  if (difference === 'another instance') return
  await requireServerSecret(db, secrets)
  let said = 0
  await verifyEverything({ db, engine: 'sqlite', secrets }, [], (line) => {
    onPercent(Math.min(99, Math.round((++said / lines) * 100)))
    if (broken.test(line) && !/^BROKEN: \d+ problems?\.$/.test(line)) onProblem(line)
  })
}

const atOnce = 1024 * 1024

export async function hashFile(path: string): Promise<Hashed> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path, { highWaterMark: atOnce })) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { BackupError } from '../backups/backup-error.ts'
import { type AuthenticFact, parseRevocation } from '../features/audit-log/revocation.ts'
import { maxPlanned } from './plan-revocations.ts'

const mark = 'envhold-revoked:'
/** Longer than any line of ours, with what a collector of logs writes around it. */
const maxLineLength = 20_000

export interface ReadLog {
  readonly found: readonly AuthenticFact[]
  /** Lines that begin as ours, and are not complete. */
  readonly garbled: number
}

/**
 * Reads what a log of the server says was revoked. Its lines may be wrapped by whatever collected them.
 * @throws BackupError if it cannot be read, or has too many
 */
export async function readLog(path: string): Promise<ReadLog> {
  const found = new Map<string, AuthenticFact>()
  let garbled = 0
  const input = createReadStream(path, { encoding: 'utf8' })
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const from = line.indexOf(mark)
      if (from === -1) continue
      const fact = parseRevocation(line.slice(from, from + maxLineLength))
      if (fact) found.set(`${fact.id} ${Buffer.from(fact.mac).toString('hex')}`, fact)
      else garbled++
      if (found.size > maxPlanned)
        throw new BackupError(
          `${path} has more than ${maxPlanned} revocations: cut off what is older than the backup.`,
        )
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new BackupError(`${path} cannot be read (${code}).`)
  }
  return { found: [...found.values()], garbled }
}

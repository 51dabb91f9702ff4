import { StorageRejection } from '../db/storage-rejection.ts'
import { verifyEverything } from '../verify/verify-everything.ts'
import type { Source } from './open-source.ts'

/** Verifies one side completely. @throws StorageRejection unless everything is valid */
export async function requireValid(
  db: Source['db'],
  engine: 'sqlite' | 'postgres',
  { secrets }: Pick<Source, 'secrets'>,
  say: (line: string) => void,
): Promise<void> {
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  say(`Verifying the instance in ${name} …`)
  const lines: string[] = []
  const problems = await verifyEverything({ db, engine, secrets }, [], (line) => lines.push(line))
  if (problems === 0) return
  for (const line of lines) if (line.includes('BROKEN')) say(line)
  throw new StorageRejection(
    `The instance in ${name} does not verify. Nothing was changed. See docs/runbooks/verify.md.`,
  )
}

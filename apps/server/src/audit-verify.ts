/** Walks the audit chains while no server runs, and names the first entry of each that does not hold. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config/config.ts'
import { environment } from './config/env.ts'
import { verifyChain } from './features/audit-log/verify-chain.ts'
import { openData } from './open-data.ts'
import { explainStartFailure } from './start-failure.ts'

const broken = 1

async function verify(): Promise<number> {
  const config = readConfig(environment())
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'envhold.db')))
    throw new ConfigError([`DATA_DIR leads to ${config.dataDir}, where there is no database to verify`])
  const { database, secrets } = await openData(config, { restored: 'ignore' })
  let exitCode = 0
  for (const chain of ['activity', 'usage'] as const) {
    const verdict = await verifyChain({ db: database.db, secrets }, chain)
    const entries = verdict.entries === 1 ? '1 entry' : `${verdict.entries} entries`
    if (verdict.broken) exitCode = broken
    const outcome = verdict.broken
      ? `BROKEN at entry ${verdict.broken.sequence}: ${verdict.broken.why}. Before it, ${entries} hold.`
      : `whole, ${entries}.`
    process.stdout.write(`${chain}: ${outcome}\n`)
  }
  await database.close()
  return exitCode
}

verify().then(
  (exitCode) => process.exit(exitCode),
  (error) => {
    const { exitCode, lines } = explainStartFailure(error)
    process.stderr.write(`${lines.join('\n')}\n`)
    process.exit(exitCode)
  },
)

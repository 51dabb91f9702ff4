/** Rebuilds the rollups of the audit chains from the chains' rows, and reports whether they were right. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config/config.ts'
import { environment } from './config/env.ts'
import { rebuildActivityRollups, rebuildUsageRollups } from './features/usage/rebuild-rollups.ts'
import { openData } from './open-data.ts'
import { explainStartFailure } from './start-failure.ts'

async function rebuild(): Promise<void> {
  const config = readConfig(environment())
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'envhold.db')))
    throw new ConfigError([`There is no database in DATA_DIR (${config.dataDir})`])
  const { database } = await openData(config, { restored: 'ignore' })
  const rebuilds = { activity: rebuildActivityRollups, usage: rebuildUsageRollups }
  for (const [chain, rebuildRollups] of Object.entries(rebuilds)) {
    const { blocks, differed } = await rebuildRollups(database)
    const tallied = blocks === 1 ? '1 block' : `${blocks} blocks`
    const outcome = differed === 0 ? 'correct' : `${differed} DIFFERED from the entries and were rebuilt`
    process.stdout.write(`${chain}: rollups of ${tallied}, ${outcome}.\n`)
  }
  await database.close()
}

rebuild().then(
  () => process.exit(0),
  (error) => {
    const { exitCode, lines } = explainStartFailure(error)
    process.stderr.write(`${lines.join('\n')}\n`)
    process.exit(exitCode)
  },
)

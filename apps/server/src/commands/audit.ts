import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatCount } from '@envhold/contract/format-count.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { environment } from '../config/env.ts'
import { rebuildActivityRollups, rebuildUsageRollups } from '../features/usage/rollups.ts'
import { openData } from '../instance/open-data.ts'
import { openForVerifying } from '../verify/open-for-verifying.ts'
import { rebuildSearch } from '../verify/rebuild-search.ts'
import { verifyChains } from '../verify/verify-chains.ts'
import { command, type Group } from './command.ts'
import { headOption, readHeads } from './read-heads.ts'

const verify = command({
  name: 'audit verify',
  summary: 'Verify the chains of the audit log, also beside a running server',
  options: headOption,
  examples: [['envhold-server audit verify', 'Name the first invalid entry of each chain; exit code 0 or 1']],
  async run({ options, info }) {
    const noted = readHeads(options.head)
    return (await openForVerifying((opened) => verifyChains(opened, noted, info))) === 0 ? 0 : 1
  },
})

const rollups = command({
  name: 'audit rollups',
  summary: 'Rebuild the rollups and the search of the audit log, and say whether they were right',
  details: 'With SQLite, stop the server first.',
  async run({ info }) {
    const config = readConfig(environment())
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'envhold.db')))
      throw new ConfigError([`There is no database in DATA_DIR (${config.dataDir})`])
    const { database } = await openData(config, { restored: 'ignore' })
    const rebuilds = { activity: rebuildActivityRollups, usage: rebuildUsageRollups }
    for (const [chain, rebuildRollups] of Object.entries(rebuilds)) {
      const { blocks, differed } = await rebuildRollups(database)
      const outcome = differed === 0 ? 'correct' : `${differed} DIFFERED from the entries and were rebuilt`
      info(`${chain}: rollups of ${formatCount(blocks, 'block')}, ${outcome}.`)
    }
    const { entries, differed } = await rebuildSearch(database)
    const outcome = differed === 0 ? 'correct' : `${differed} DIFFERED from the entries and were rebuilt`
    info(`search: texts and lines of ${formatCount(entries, 'entry', 'entries')}, ${outcome}.`)
    await database.close()
    return 0
  },
})

export const audit: Group = {
  name: 'audit',
  summary: 'Verify the audit log, and rebuild what is counted from it',
  commands: [verify, rollups],
  details:
    'The audit log has a chain for each project, account and the instance, and roots over all of them.',
}

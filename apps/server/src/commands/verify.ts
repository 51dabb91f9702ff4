import { newestMigration } from '../db/every-migration.ts'
import { openForVerifying } from '../verify/open-for-verifying.ts'
import { verifyEverything } from '../verify/verify-everything.ts'
import { command } from './command.ts'
import { headOption, readHeads } from './read-heads.ts'

export const verify = command({
  name: 'verify',
  summary: 'Verify everything in the database that has a MAC or belongs together',
  options: headOption,
  details: 'Reads one consistent snapshot, also beside a running server, and changes nothing.',
  examples: [['envhold-server verify', 'Name what is broken; exit code 0 or 1']],
  async run({ options, info }) {
    const noted = readHeads(options.head)
    const problems = await openForVerifying(async (opened) => {
      if (opened.migrated !== newestMigration)
        info(`A newer version of Envhold added to the database (${opened.migrated}). That is not verified.`)
      return await verifyEverything(opened, noted, info)
    })
    return problems === 0 ? 0 : 1
  },
})

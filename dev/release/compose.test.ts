// The files of deploy/compose, read by Debian 13's docker-compose: the one of Debian 12 is too old for them.

import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../setup/root.mjs'
import { createMachine, missingForMachines } from './debian-machine.ts'

const missing = process.env.ENVHOLD_LONG_RUNS === '1' ? missingForMachines() : '--long'

test.skipIf(missing)(
  `compose accepts both files, and would find a misspelt setting${missing ? ` (needs ${missing})` : ''}`,
  async () => {
    const machine = await createMachine('trixie', ['docker-compose'])
    try {
      const place = join(machine.root, 'root')
      await cp(join(root, 'deploy/compose'), place, { recursive: true })
      const settings = { ENVHOLD_VERSION: '1.0.0', ENVHOLD_HOST: 'vault.example.com' }
      const read = (file: string) => machine.run(`docker-compose -f /root/${file} config -q`, settings)
      for (const file of ['sqlite.yaml', 'postgres.yaml']) {
        await read(file)
        const written = await readFile(join(place, file), 'utf8')
        await writeFile(join(place, 'misspelt.yaml'), written.replace('read_only:', 'readonly:'))
        await expect(read('misspelt.yaml'), file).rejects.toThrow('Additional property readonly')
      }
      await expect(machine.run('docker-compose -f /root/sqlite.yaml config -q')).rejects.toThrow('ENVHOLD_')
    } finally {
      await machine.remove()
    }
  },
)

test('nodes whose database another service backs up do not warn of missing backups', async () => {
  const { services } = parse(await readFile(join(root, 'deploy/compose/postgres.yaml'), 'utf8'), {
    merge: true,
  })
  expect(services.backup).toBeDefined()
  for (const name of ['node-1', 'node-2'])
    expect(services[name].environment.BACKUP_WARNING_DAYS, name).toBe('0')
})

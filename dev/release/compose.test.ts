// The files of deploy/compose, read by Debian 13's docker-compose: the one of Debian 12 is too old for them.

import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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

const readServices = async () =>
  parse(await readFile(join(root, 'deploy/compose/postgres.yaml'), 'utf8'), { merge: true }).services

test.each([
  ['fails', 'echo half > "$(expr "$2" : "--file=\\(.*\\)")"; exit 1', ['old.dump']],
  [
    'succeeds',
    'echo whole > "$(expr "$2" : "--file=\\(.*\\)")"',
    [expect.stringMatching(/^envhold-\d{8}T\d{6}Z\.dump$/)],
  ],
])('old dumps are deleted only once a new one is there: one that %s', async (_what, dump, left) => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-compose-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const backups = join(folder, 'backups')
  await mkdir(backups)
  for (const name of ['old.dump', 'interrupted.dump.part']) await writeFile(join(backups, name), '')
  const longAgo = Date.now() / 1_000 - 40 * 86_400
  await utimes(join(backups, 'old.dump'), longAgo, longAgo)
  const programs = { pg_dump: dump, sleep: 'kill -TERM $PPID' }
  for (const [name, text] of Object.entries(programs))
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const { command } = (await readServices()).backup
  const script = command[0].replaceAll('$$', '$').replaceAll('/backups', backups)
  const env = { PATH: `${folder}:${process.env.PATH}` }
  await new Promise<void>((resolve) => void execFile('/bin/sh', ['-c', script], { env }, () => resolve()))
  expect(await readdir(backups)).toEqual(left)
})

test('nodes whose database another service backs up do not warn of missing backups', async () => {
  const services = await readServices()
  expect(services.backup).toBeDefined()
  for (const name of ['node-1', 'node-2'])
    expect(services[name].environment.BACKUP_WARNING_DAYS, name).toBe('0')
})

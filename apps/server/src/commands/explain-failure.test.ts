import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { expect, test } from 'vitest'
import { databaseSettings } from '../../../../dev/world/new-database.ts'
import { type Program, runProgram, sayProgram } from '../../../../dev/world/run-program.ts'

/** The group of this user may read the folder; as root, the command becomes another user of that group. */
const group = 65_534
const asOther = `process.setgroups([]); process.setgid(${group}); process.setuid(${group})`
const isRoot = process.getuid?.() === 0

test.runIf(isRoot).each<[Program, string[]]>([
  ['backup', ['create']],
  ['backup', ['list']],
  ['operator', ['sweep']],
  ['verify', []],
])('%s %j says that a data folder is read-only', async (program, args) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'envhold-read-only-'))
  const settings = { DATA_DIR: dataDir, SERVER_SECRET: newServerSecret() }
  try {
    expect(await sayProgram('migrate', settings)).toMatchObject({ code: 0 })
    for (const name of await readdir(dataDir)) {
      await chown(join(dataDir, name), 0, group)
      await chmod(join(dataDir, name), 0o640)
    }
    await chown(dataDir, 0, group)
    await chmod(dataDir, 0o750)
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(asOther)}`]
    const { code, err } = await runProgram(program, settings, args, { nodeArgs })
    expect(err).toBe(
      `The data folder ${dataDir}, or a file in it, is read-only for this user. Give the user write access, or set DATA_DIR to another folder. With systemd, name it in ReadWritePaths=, too (systemctl edit envhold).\n`,
    )
    expect(code).not.toBe(0)
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test('a backup of PostgreSQL makes a data folder that is missing, for its user alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-no-folder-'))
  const settings = {
    ...(await databaseSettings('postgres')),
    ...{ SERVER_SECRET: newServerSecret(), PATH: process.env.PATH ?? '' },
  }
  try {
    const first = join(folder, 'first')
    expect(await sayProgram('migrate', { ...settings, DATA_DIR: first })).toMatchObject({ code: 0 })
    const dataDir = join(folder, 'second')
    const { said } = await sayProgram('backup', { ...settings, DATA_DIR: dataDir }, ['create'])
    expect(said).not.toContain('ENOENT')
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  } finally {
    await rm(folder, { recursive: true })
  }
})

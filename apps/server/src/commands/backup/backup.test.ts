import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { type Program, sayProgram } from '../../../../../dev/world/run-program.ts'
import { seedApiKey, seedProject } from '../../../../../dev/world/seed-project.ts'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { startServer } from '../../../../../dev/world/start-server.ts'
import { readRecord, writeRecord } from '../../backups/backup-folder.ts'
import { hashFile } from '../../backups/verify-file.ts'
import { loadServerSecrets } from '../../config/server-secret.ts'

const run = (settings: Readonly<Record<string, string>>, program: Program, ...args: string[]) =>
  sayProgram(program, settings, args)

test('what was answered before a backup began is in it: restored into an empty folder, values open', async () => {
  const server = await startServer({ engine: 'sqlite' })
  const elsewhere = await mkdtemp(join(tmpdir(), 'envhold-restored-'))
  try {
    const owner = await signUp(server.url)
    const { project, environments } = await seedProject(owner, 'production')
    const { apiKey } = await seedApiKey(owner, project.id)
    const params = { id: environments[0]?.id ?? 0 }
    let written = 0
    const write = async () => {
      const name = `KEY_${written}`
      await owner.client.call(createVariable, { params, body: { key: name, value: `value ${written}` } })
      written++
    }
    await write()
    let isWriting = true
    const writing = (async () => {
      while (isWriting) await write()
    })()
    const answered = written
    const { DATA_DIR: _, ...settings } = server.settings
    const made = await run({ ...settings, DATA_DIR: server.dataDir }, 'backup', 'create')
    isWriting = false
    await writing
    expect(made).toMatchObject({ code: 0 })
    expect(written).toBeGreaterThan(answered)
    const file = made.said.split(' ')[0] ?? ''
    const path = join(server.dataDir, 'backups', file)
    const ofServer = { ...settings, DATA_DIR: server.dataDir }
    expect(await run(ofServer, 'backup', 'verify', file)).toMatchObject({ code: 0 })
    await server.end()

    // The server's folder, but for its database, is what a restore finds; the mark in it is of a later state.
    await rm(join(server.dataDir, 'envhold.db-wal'), { force: true })
    await copyFile(path, join(server.dataDir, 'envhold.db'))
    const restored = await server.startAgain('--accept-restored')
    const again = await signUp(restored.url)
    expect(again.userId).toBeGreaterThan(owner.userId)
    const response = await fetch(`${restored.url}/api/v1/inject/${project.id}/production`, {
      headers: { 'x-api-key': apiKey },
    })
    const values = await response.text()
    for (let index = 0; index < answered; index++) expect(values).toContain(`value ${index}`)
    expect(await run(ofServer, 'verify')).toMatchObject({ code: 0 })

    // On another machine, with the secret alone.
    await copyFile(path, join(elsewhere, file))
    await copyFile(`${path}.json`, join(elsewhere, `${file}.json`))
    const apart = {
      SERVER_SECRET: await readFile(join(server.dataDir, 'server-secret'), 'utf8').catch(
        () => settings.SERVER_SECRET ?? '',
      ),
      DATA_DIR: join(elsewhere, 'data'),
    }
    expect(await run(apart, 'backup', 'verify', join(elsewhere, file))).toMatchObject({ code: 0 })
    expect(
      await run({ DATA_DIR: join(elsewhere, 'data') }, 'backup', 'verify', join(elsewhere, file)),
    ).toMatchObject({
      code: 3,
      said: expect.stringContaining('SERVER_SECRET is required'),
    })
    await writeFile(join(elsewhere, file), 'not a database')
    const broken = await run(apart, 'backup', 'verify', join(elsewhere, file))
    expect(broken).toMatchObject({ code: 1 })
    expect(broken.said).toContain('it was cut off')
    expect(await run(apart, 'backup', 'forget')).toMatchObject({ code: 2 })
  } finally {
    await server.stop()
    await rm(elsewhere, { recursive: true })
  }
})

test('a backup that this version cannot use replaces nothing', async () => {
  const server = await startServer({ engine: 'sqlite' })
  try {
    await server.end()
    const settings = { ...server.settings, DATA_DIR: server.dataDir }
    const [file = ''] = (await run(settings, 'backup', 'create')).said.split(' ')
    const path = join(server.dataDir, 'backups', file)
    const copy = new DatabaseSync(path)
    copy.exec("update instance set value = '9999-later' where key in ('migrated', 'required-migration')")
    copy.close()
    const secrets = loadServerSecrets({ dataDir: server.dataDir, serverSecret: undefined })
    const record = readRecord(secrets, await readFile(`${path}.json`, 'utf8'))
    if (!record) throw new Error('The record is not valid')
    await writeFile(`${path}.json`, writeRecord(secrets, { ...record, ...(await hashFile(path)) }))
    const restored = await run(settings, 'restore', file)
    expect(restored.said).toMatch(/^Nothing was replaced, .*The database is from a newer version of Envhold/)
    expect((await readdir(server.dataDir)).join()).not.toContain('before-restore')
    await server.startAgain()
  } finally {
    await server.stop()
  }
})

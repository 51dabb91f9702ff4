import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@envhold/contract/operator/backups.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { backupFolder, fileNameAt, readRecord, writeRecord } from '../../../backups/backup-folder.ts'
import { acquireLease } from '../../../jobs/task-store.ts'
import { createBackupRunner } from './backup-runner.ts'
import { findNewestDone, insertDone } from './backup-store.ts'
import { backupSweeps } from './backup-sweeps.ts'

const hour = 3_600_000

/** The major version of the tests' PostgreSQL; older programs cannot back it up. */
const neededMajor = 18
const installed = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? ''
const canDump = Number(/\(PostgreSQL\) (\d+)/.exec(installed)?.[1] ?? 0) >= neededMajor

forEachEngine((engine) => {
  const app = withApp(engine)
  const testMaking = test.runIf(engine === 'sqlite' || canDump)
  let operator: Person
  beforeAll(async () => {
    operator = await addPerson(app)
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
  })

  const list = async () => (await operator.client.call(contract.listBackups, {})).backups
  const folder = () => backupFolder(app.ctx.config)
  const newest = async () => {
    const [first] = await list()
    if (!first) throw new Error('There is no backup')
    return first
  }
  const ended = (of: contract.Backup) => of.wanted === null && ['done', 'failed'].includes(of.state)
  const whenEnded = async () => {
    await expect.poll(async () => ended(await newest()), { timeout: 60_000, interval: 100 }).toBe(true)
    return await newest()
  }
  const make = async () => {
    // The name has the second.
    app.advance(1_000)
    await operator.client.call(contract.createBackup, {})
    const made = await whenEnded()
    expect(made).toMatchObject({ state: 'done', error: null })
    return made
  }
  const verify = async (id: number) => {
    await operator.client.call(contract.verifyBackup, { params: { id } })
    return (await whenEnded()).verification
  }
  const events = async () =>
    (
      await app.ctx.db
        .selectFrom('activity')
        .select(['description', 'user_id'])
        .where('event_type', 'like', 'backup%')
        .orderBy('sequence')
        .execute()
    ).map(({ description, user_id }) => `${user_id ?? 'server'}: ${description}`)

  testMaking('a backup is made, verified and deleted, and each is recorded', async () => {
    const { id, file, contents } = await make()
    expect(file).toMatch(engine === 'sqlite' ? /^envhold-\d{8}T\d{6}Z\.db$/ : /^envhold-\d{8}T\d{6}Z\.dump$/)
    const path = join(folder(), file)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(contents).toMatchObject({
      size: statSync(path).size,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(contents?.activity).toBeGreaterThan(0)
    expect(readdirSync(folder()).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await verify(id)).toMatchObject({ result: 'valid', problems: [] })
    await operator.client.call(contract.deleteBackup, { params: { id } })
    expect(await list()).toEqual([])
    expect(readdirSync(folder())).toEqual([])
    expect(await events()).toEqual([
      `${operator.userId}: Started a backup of the database: ${file}`,
      `${operator.userId}: Started to verify the backup ${file}`,
      `${operator.userId}: Deleted the backup ${file}`,
    ])
    await expect(operator.client.call(contract.verifyBackup, { params: { id } })).rejects.toMatchObject({
      status: 404,
    })
  })

  testMaking(
    'a flipped byte, a file that was cut off, another record and a missing file are each reported',
    async () => {
      const { id, file } = await make()
      const path = join(folder(), file)
      const whole = readFileSync(path)
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(whole.length - 9) ^ 1, whole.length - 9)
      writeFileSync(path, flipped)
      const ofFlipped = await verify(id)
      expect(ofFlipped).toMatchObject({ result: 'invalid' })
      expect(ofFlipped?.problems.join()).toContain('the checksum differs')
      writeFileSync(path, whole)
      truncateSync(path, whole.length - 5_000)
      expect((await verify(id))?.problems.join()).toContain('it was cut off')
      writeFileSync(path, whole)
      expect(await verify(id)).toMatchObject({ result: 'valid' })
      renameSync(path, `${path}.away`)
      await operator.client.call(contract.verifyBackup, { params: { id } })
      // On PostgreSQL another node may have it.
      app.advance(engine === 'postgres' ? 61_000 : 0)
      await createBackupRunner(app.ctx).runDue()
      expect((await whenEnded()).verification?.problems.join()).toContain('Its file is missing')
      renameSync(`${path}.away`, path)
      await app.ctx.db
        .updateTable('backups')
        .set(({ fn, val }) => ({
          record: fn('replace', ['record', val('"size":'), val('"size":1')]) as never,
        }))
        .execute()
      const ofOtherRecord = await verify(id)
      expect(ofOtherRecord).toMatchObject({ result: 'unknown', problems: [] })
      expect(ofOtherRecord?.summary).toContain('Its record was changed')
      await operator.client.call(contract.deleteBackup, { params: { id } })
    },
  )

  testMaking(
    'a backup of another instance, and one that is older than its record, are reported',
    async () => {
      const older = await make()
      await addPerson(app)
      const { id, file } = await make()
      const { record } = await app.ctx.db
        .selectFrom('backups')
        .select('record')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const known = readRecord(app.ctx.secrets, record ?? '')
      if (!known) throw new Error('The record is not valid')
      if (engine === 'sqlite') {
        await copyFile(join(folder(), older.file), join(folder(), file))
        expect((await verify(id))?.problems.join()).toContain('It is older than its record')
      }
      const foreign = { ...known, state: { ...known.state, instanceId: 'another' } }
      await app.ctx.db
        .updateTable('backups')
        .set({ record: writeRecord(app.ctx.secrets, foreign) })
        .where('id', '=', id)
        .execute()
      const ofForeign = await verify(id)
      expect(ofForeign).toMatchObject({ result: 'unknown', problems: [] })
      expect(ofForeign?.summary).toContain('It is a backup of another instance.')
      for (const one of await list())
        await operator.client.call(contract.deleteBackup, { params: { id: one.id } })
    },
  )

  testMaking('one backup is made at a time, and ten in an hour', async () => {
    // Another node has the lease, so what is asked for waits.
    await acquireLease(
      app.ctx.db,
      { name: 'backup', holder: 'other', until: app.ctx.clock() + 50_000 },
      app.ctx.clock(),
    )
    app.advance(1_000)
    await operator.client.call(contract.createBackup, {})
    await expect(operator.client.call(contract.createBackup, {})).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('being made already'),
    })
    const { id, state } = await newest()
    expect(state).toBe('waiting')
    await expect(operator.client.call(contract.verifyBackup, { params: { id } })).rejects.toMatchObject({
      status: 409,
    })
    await expect(operator.client.call(contract.deleteBackup, { params: { id } })).rejects.toMatchObject({
      status: 409,
    })
    for (let n = 2; n < 10; n++)
      await expect(operator.client.call(contract.createBackup, {})).rejects.toMatchObject({ status: 409 })
    await expect(operator.client.call(contract.createBackup, {})).rejects.toMatchObject({ status: 429 })
    await app.ctx.db.deleteFrom('leases').where('name', '=', 'backup').execute()
    await createBackupRunner(app.ctx).runDue()
    expect(await whenEnded()).toMatchObject({ state: 'done' })
  })

  testMaking(
    'a node that starts ends what another left, and lists files that the database does not know',
    async () => {
      const { file } = await newest()
      const { id: broken } = await app.ctx.db
        .insertInto('backups')
        .values({
          file: 'envhold-20200101T000000Z.db',
          node: 'gone',
          state: 'running',
          percent: 40,
          origin: 'operator',
          started_at: app.ctx.clock(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await mkdir(folder(), { recursive: true })
      writeFileSync(join(folder(), 'envhold-20200101T000000Z.db.part'), 'half')
      writeFileSync(join(folder(), 'envhold-20200101T000001Z.db.part-journal'), '')
      writeFileSync(join(folder(), 'envhold-20200101T000000Z.db.json'), '{}')
      const startNode = async () => {
        const runner = createBackupRunner(app.ctx)
        await runner.runDue()
        await runner.stop()
      }
      await startNode()
      // A restored database has the backup as it was when it was copied.
      await app.ctx.db
        .updateTable('backups')
        .set({ state: 'running', record: null, finished_at: null })
        .where('file', '=', file)
        .execute()
      await startNode()
      expect(readdirSync(folder()).toSorted()).toEqual([file, `${file}.json`].toSorted())
      const [first, second] = await list()
      expect([first, second].find((backup) => backup?.id === broken)).toMatchObject({
        state: 'failed',
        error: 'The server or command that made this backup was stopped.',
      })
      const listed = [first, second].find((backup) => backup?.file === file)
      expect(listed).toMatchObject({ state: 'done' })
      await operator.client.call(contract.verifyBackup, { params: { id: listed?.id ?? 0 } })
      const verified = async () => (await list()).find((backup) => backup.file === file)
      await expect
        .poll(async () => (await verified())?.verification?.result, { timeout: 60_000, interval: 100 })
        .toBe('valid')
    },
  )

  testMaking('the sweeps make a backup when it is time, and delete what newer ones replace', async () => {
    const ctx = {
      ...app.ctx,
      config: {
        ...app.ctx.config,
        backups: {
          ...app.ctx.config.backups,
          retained: { newest: 1, days: 0, weeks: 0, months: 0 },
          everyHours: 6,
        },
      },
    }
    const run = async (name: string) => {
      const runner = createBackupRunner(ctx)
      for (const sweep of backupSweeps(ctx)) if (sweep.name === name) await sweep.run()
      await runner.runDue()
      await runner.stop()
    }
    // Two backups of one second would have one name.
    app.advance(1_000)
    const before = await list()
    await run('scheduled-backup')
    expect(await list()).toHaveLength(before.length)
    await app.ctx.db
      .updateTable('backups')
      .set(({ eb }) => ({ started_at: eb('started_at', '-', 6 * hour) }))
      .execute()
    await run('scheduled-backup')
    await run('scheduled-backup')
    expect(await list()).toHaveLength(before.length + 1)
    const made = await newest()
    expect(made).toMatchObject({ state: 'done', origin: 'schedule', started_by: null })
    expect((await events()).at(-1)).toContain('server: A scheduled backup')
    // The newest proved invalid, so it replaces none.
    await app.ctx.db
      .updateTable('backups')
      .set({ verification: JSON.stringify({ at: 0, result: 'invalid', summary: '', problems: [] }) })
      .where('id', '=', made.id)
      .execute()
    await run('backups')
    expect((await list()).filter(({ state }) => state === 'done')).toHaveLength(2)
    // The older one proved invalid: it stays as long as too few usable ones are newer.
    const invalid = JSON.stringify({ at: 0, result: 'invalid', summary: '', problems: [] })
    await app.ctx.db
      .updateTable('backups')
      .set(({ eb }) => ({
        verification: eb.case().when('id', '=', made.id).then(null).else(invalid).end() as never,
      }))
      .execute()
    ctx.config.backups.retained = { newest: 2, days: 0, weeks: 0, months: 0 }
    await run('backups')
    expect((await list()).filter(({ state }) => state === 'done')).toHaveLength(2)
    ctx.config.backups.retained = { newest: 1, days: 0, weeks: 0, months: 0 }
    await app.ctx.db.updateTable('backups').set({ verification: null }).execute()
    await run('backups')
    expect((await list()).filter(({ state }) => state === 'done')).toMatchObject([{ id: made.id }])
    expect(readdirSync(folder()).toSorted()).toEqual([made.file, `${made.file}.json`].toSorted())
  })

  testMaking('a backup made while the clock was ahead replaces none, and ends no schedule', async () => {
    const retained = { newest: 1, days: 0, weeks: 0, months: 0 }
    const backups = { ...app.ctx.config.backups, retained, everyHours: 6 }
    const ctx = { ...app.ctx, config: { ...app.ctx.config, backups } }
    const addAt = async (started_at: number) => {
      const file = fileNameAt(started_at, engine)
      const times = { started_at, finished_at: started_at }
      await insertDone(ctx, {
        ...{ file, ...times },
        ...{ node: 'one', origin: 'schedule', started_by: null, record: null },
      })
      return file
    }
    await app.ctx.db.deleteFrom('backups').execute()
    const right = await addAt(ctx.clock() - 7 * hour)
    const ahead = await addAt(ctx.clock() + 365 * 24 * hour)
    expect((await findNewestDone(ctx))?.file).toBe(right)
    for (const sweep of backupSweeps(ctx)) await sweep.run()
    const left = await list()
    expect(left.map(({ file, state }) => (state === 'waiting' ? state : file))).toEqual([
      ahead,
      'waiting',
      right,
    ])
    await app.ctx.db.deleteFrom('backups').execute()
  })

  test('a machine without fitting programs, or without space, says so', async () => {
    const runner = createBackupRunner(app.ctx, { path: '/nowhere' })
    const { obstacle } = await runner.measure()
    await runner.stop()
    if (engine === 'postgres') expect(obstacle).toContain('pg_dump is not installed on this machine')
    else expect(obstacle).toBeUndefined()
  })
})

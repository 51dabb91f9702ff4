import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { backupFolder, fileNameAt } from '../../../backups/backup-folder.ts'
import { offsiteName } from '../../../backups/offsite/offsite.ts'
import type { Context } from '../../../context.ts'
import { readInstanceId } from '../../../db/marks/stored-heads.ts'
import { checkInstanceHealth } from '../instance-health/check-instance-health.ts'
import { createBackupRunner } from './backup-runner.ts'
import { insertDone } from './backup-store.ts'
import { readOffsite } from './offsite-store.ts'
import { findUnsent, sendNewest } from './send-offsite.ts'

const minute = 60_000
const limiter = { load: () => ({ running: 0, waiting: 0 }) }

forEachEngine((engine) => {
  const app = withApp(engine)
  let place: string
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'envhold-place-'))
    await app.ctx.db.deleteFrom('backups').execute()
    await app.ctx.db.deleteFrom('instance').where('key', '=', 'backups-offsite').execute()
  })
  afterEach(() => rm(place, { recursive: true }))

  /** A node that sends backups, with a data folder of its own if one is named. */
  async function nodeAt(dataDir = app.ctx.config.dataDir): Promise<Context> {
    const recipients = [await identityToRecipient(await generateX25519Identity())]
    const to = { kind: 'folder', path: place } as const
    const { config } = app.ctx
    return { ...app.ctx, config: { ...config, dataDir, backups: { ...config.backups, to, recipients } } }
  }

  /** A backup on this node, of which only the file matters here. */
  async function addBackup(): Promise<string> {
    app.advance(1_000)
    const now = app.ctx.clock()
    const file = fileNameAt(now, engine)
    const folder = backupFolder(app.ctx.config)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, file), 'a database')
    await writeFile(join(folder, `${file}.json`), `${JSON.stringify({ file })}\n`)
    const times = { started_at: now, finished_at: now }
    await insertDone(app.ctx, {
      file,
      node: 'one',
      origin: 'schedule',
      started_by: null,
      record: null,
      ...times,
    })
    return offsiteName(await readInstanceId(app.ctx.db), file)
  }

  test('a failure is stored, shown and tried again after 15 minutes', async () => {
    const ctx = await nodeAt()
    const name = await addBackup()
    await writeFile(join(place, name), 'another')
    const send = async () => {
      const row = await findUnsent(ctx)
      if (row) await sendNewest(ctx, row, new AbortController().signal)
      return row !== undefined
    }
    expect(await send()).toBe(true)
    const { failed } = await readOffsite(ctx.db)
    expect(failed?.error).toContain('a file of this name already')
    expect(await send()).toBe(false)
    app.advance(16 * minute)
    expect(await send()).toBe(true)
    const health = await checkInstanceHealth(ctx, limiter)
    expect(health.warnings).toContainEqual(expect.objectContaining({ kind: 'backup_not_sent' }))
    // It tells since when, not only of the last attempt.
    expect(Date.parse(health.backups.offsite?.failed_since ?? '')).toBe(failed?.since)
    await rm(join(place, name))
    app.advance(16 * minute)
    expect(await send()).toBe(true)
    expect(await send()).toBe(false)
    expect(await readdir(place)).toEqual([name])
    const later = await checkInstanceHealth(ctx, limiter)
    expect(later.warnings).not.toContainEqual(expect.objectContaining({ kind: 'backup_not_sent' }))
    expect(later.backups.offsite).toMatchObject({ kind: 'folder', failed_since: null })
  })

  test('a backup counts as sent although an older one cannot be deleted there, which is stored', async () => {
    const ctx = await nodeAt()
    const older = await addBackup()
    await mkdir(join(place, older))
    await addBackup()
    const retained = { newest: 1, days: 0, weeks: 0, months: 0 }
    const settings = { ...ctx, config: { ...ctx.config, backups: { ...ctx.config.backups, retained } } }
    const row = await findUnsent(ctx)
    if (row) await sendNewest(settings, row, new AbortController().signal)
    expect(await readOffsite(ctx.db)).toMatchObject({
      sent: { file: row?.file },
      failed: null,
      cleanUpFailure: expect.any(String),
    })
    expect(await findUnsent(ctx)).toBeUndefined()
    const { warnings } = await checkInstanceHealth(ctx, limiter)
    expect(warnings).toContainEqual(
      expect.objectContaining({ kind: 'backup_clean_up_failed', since: expect.any(String) }),
    )
    await rm(join(place, older), { recursive: true })
  })

  test('only the node with the file sends it, two processes send it once, and a newer one replaces it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'envhold-node-'))
    const older = await addBackup()
    const name = await addBackup()
    const other = await nodeAt(elsewhere)
    expect(await findUnsent(other)).toBeUndefined()
    const ctx = await nodeAt()
    const runners = [createBackupRunner(ctx), createBackupRunner(ctx)]
    await Promise.all(runners.map((runner) => runner.runDue()))
    for (const runner of runners) await runner.stop()
    expect(await readOffsite(ctx.db)).toMatchObject({ failed: null })
    expect(await readdir(place)).toEqual([name])
    expect(older).not.toBe(name)
    // Another place gets it too.
    const moved = join(place, 'moved')
    const to = { kind: 'folder', path: moved } as const
    const elsewhereTo = { ...ctx, config: { ...ctx.config, backups: { ...ctx.config.backups, to } } }
    expect(await findUnsent(elsewhereTo)).toBeDefined()
    await rm(elsewhere, { recursive: true })
  })

  test('a process that stops stores no failure', async () => {
    const ctx = await nodeAt()
    await addBackup()
    const row = await findUnsent(ctx)
    if (row) await sendNewest(ctx, row, AbortSignal.abort())
    expect(await readOffsite(ctx.db)).toMatchObject({ sent: null, failed: null, cleanUpFailure: null })
    expect(await findUnsent(ctx)).toBeDefined()
    expect(await readdir(place)).toEqual([])
  })
})

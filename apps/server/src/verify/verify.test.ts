import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'
import { dumpTables } from '../../../../dev/world/dump-database.ts'
import { forgetNames } from '../../../../dev/world/older-environments.ts'
import { type Program, sayProgram, settingsOf } from '../../../../dev/world/run-program.ts'
import { type EveryTable, seedEveryTable } from '../../../../dev/world/seed-every-table.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import type { Db } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction, type Trx } from '../db/transaction.ts'
import { readActivityHead } from '../features/audit-log/activity-chain-store.ts'
import { appendActivity } from '../features/audit-log/append-activity.ts'
import { headText, parseHead } from '../features/audit-log/report-heads.ts'
import { readUsageHead } from '../features/audit-log/usage-chain-store.ts'
import type { NotedPoint } from '../features/audit-log/verdict.ts'
import { authenticatedTables } from './authenticated-tables.ts'
import { verifyEverything } from './verify-everything.ts'

class Undo extends Error {}

const run = (program: Program, app: TestApp, args: readonly string[] = [], folder = app.ctx.config.dataDir) =>
  sayProgram(program, { ...settingsOf(app), DATA_DIR: folder }, args)

const settings: readonly string[] = ['payment_settings', 'sign_in_settings']

forEachEngine((engine) => {
  const app = withApp(engine)
  let world: EveryTable
  let said: string[] = []
  beforeAll(async () => {
    world = await seedEveryTable(app)
  })
  afterEach(() => {
    said = []
  })

  /** The output about the database after `harm`, which is undone again. */
  async function saidAfter(
    harm: (trx: Trx) => Promise<unknown>,
    heads: readonly NotedPoint[] = [],
  ): Promise<string> {
    let problems = 0
    said = []
    await inTransaction(app.ctx, async (tx) => {
      await harm(tx.db)
      const opened = { db: tx.db, engine, secrets: app.ctx.secrets }
      problems = await verifyEverything(opened, heads, (line) => said.push(line))
      throw new Undo()
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
    expect(problems === 0).toBe(!said.some((line) => line.includes('BROKEN')))
    return said.join('\n')
  }

  test('accepts a database with every table filled', async () => {
    const lines = await saidAfter(async () => {})
    expect(lines).not.toContain('BROKEN')
    expect(lines).toContain('Everything that can be verified is valid.')
    for (const { table } of authenticatedTables)
      expect(lines).toMatch(new RegExp(`^${table}: [1-9]\\d* rows? checked`, 'm'))
  })

  test('no table with a MAC is omitted', async () => {
    const chains = ['activity', 'activity_heads', 'audit_roots', 'chain_heads', 'usage_heads', 'usage_packs']
    const withMac = [...(await dumpTables(app))].flatMap(([name, [row]]) =>
      // Settings are encrypted as a whole instead.
      row && ('mac' in row || settings.includes(name)) ? [name] : [],
    )
    expect(withMac.filter((name) => !chains.includes(name)).sort()).toEqual(
      authenticatedTables.map(({ table }) => table as string).sort(),
    )
  })

  test.each(authenticatedTables.map(({ table }) => table))('names a changed row of %s', async (table) => {
    const lines = await saidAfter((trx) =>
      settings.includes(table)
        ? sql`update ${sql.table(table)} set sealed = ${Buffer.alloc(40, 1)}`.execute(trx)
        : sql`update ${sql.table(table)} set mac = ${Buffer.alloc(33, 1)}`.execute(trx),
    )
    expect(lines).toMatch(new RegExp(`^BROKEN ${table} \\S+: was changed from outside`, 'm'))
  })

  test('names the table of every column of bytes that was zeroed', async () => {
    const unnoticed: string[] = []
    for (const [table, rows] of await dumpTables(app))
      for (const column of Object.keys(rows[0] ?? {})) {
        const cell = rows.map((row) => row[column]).find((value) => value instanceof Uint8Array)
        if (!cell) continue
        const zeroed = Buffer.alloc((cell as Uint8Array).length)
        const lines = await saidAfter((trx) =>
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${zeroed} where ${sql.ref(column)} = ${cell}`.execute(
            trx,
          ),
        )
        if (!lines.includes('BROKEN')) unnoticed.push(`${table}.${column}`)
      }
    expect(unnoticed).toEqual([])
  })

  const sealedOf = (version: number) =>
    sql`(select sealed from environment_versions
      where environment_id = ${world.environmentId} and version = ${version})`
  const setSealed = (trx: Trx, version: number, sealed: RawBuilder<unknown>) =>
    sql`update environment_versions set sealed = ${sealed}
      where environment_id = ${world.environmentId} and version = ${version}`.execute(trx)

  test.each<[string, (trx: Trx) => Promise<unknown>, readonly number[]]>([
    ['the newest is zeroed', (trx) => setSealed(trx, 4, sql`${Buffer.alloc(337)}`), [4]],
    ['the newest is an older one', (trx) => setSealed(trx, 4, sealedOf(3)), [4]],
    [
      'two are swapped',
      async (trx) => {
        const rows = await trx
          .selectFrom('environment_versions')
          .select(['version', 'sealed'])
          .where('environment_id', '=', world.environmentId)
          .where('version', 'in', [2, 3])
          .execute()
        for (const { version, sealed } of rows) await setSealed(trx, 5 - version, sql`${sealed}`)
      },
      [2, 3],
    ],
    [
      'the whole row of the newest is an older one',
      async (trx) => {
        const environment_id = world.environmentId
        const { mac, epoch, sealed } = await trx
          .selectFrom('environment_versions')
          .selectAll()
          .where('environment_id', '=', environment_id)
          .where('version', '=', 3)
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('environment_versions')
          .set({ mac, epoch, sealed })
          .where('environment_id', '=', environment_id)
          .where('version', '=', 4)
          .execute()
      },
      [4],
    ],
    [
      'its MAC is removed',
      (trx) =>
        trx
          .updateTable('environment_versions')
          .set({ mac: new Uint8Array(0) })
          .execute(),
      [1, 2, 3, 4],
    ],
  ])('names the versions of an environment when %s', async (_, harm, versions) => {
    const lines = await saidAfter(harm)
    for (const version of versions)
      expect(lines).toContain(
        `BROKEN environment_versions ${world.environmentId}/${version}: was changed from outside`,
      )
  })

  const remove =
    (table: keyof Tables, where: (world: EveryTable) => Record<string, string | number>) => (trx: Trx) =>
      sql`delete from ${sql.table(table)} where ${sql.join(
        Object.entries(where(world)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
        sql` and `,
      )}`.execute(trx)

  test.each<[string, (trx: Trx) => Promise<unknown>, (world: EveryTable) => string]>([
    [
      'the newest version',
      remove('environment_versions', (w) => ({ environment_id: w.environmentId, version: 4 })),
      (w) => `environment_versions ${w.environmentId}/4: is missing`,
    ],
    [
      'a version in the middle',
      remove('environment_versions', (w) => ({ environment_id: w.environmentId, version: 2 })),
      (w) => `environment_versions ${w.environmentId}/2: is missing`,
    ],
    [
      'the oldest version',
      remove('environment_versions', (w) => ({ environment_id: w.environmentId, version: 1 })),
      (w) => `environment_versions ${w.environmentId}/1: is missing`,
    ],
    [
      'the names of its variables',
      remove('environment_names', (w) => ({ environment_id: w.environmentId })),
      (w) => `environment_names ${w.environmentId}: is missing`,
    ],
    [
      'an epoch',
      remove('environment_epochs', (w) => ({ environment_id: w.environmentId, epoch: 1 })),
      (w) => `environment_epochs ${w.environmentId}/1: is missing`,
    ],
    [
      'a grant',
      remove('grants', (w) => ({
        environment_id: w.environmentId,
        kind: 'user',
        principal: String(w.member.userId),
      })),
      (w) => `grants ${w.environmentId}/*: are not those of the roster`,
    ],
    [
      'a membership',
      remove('memberships', (w) => ({ user_id: w.member.userId })),
      (w) => `grants ${w.environmentId}/user/${w.member.userId}: opens the environment for a user`,
    ],
    [
      'a key',
      remove('api_keys', (w) => ({ id: w.keyId })),
      (w) => `api_keys ${w.keyId}: is missing, and principals`,
    ],
    [
      'a user',
      remove('users', (w) => ({ id: w.member.userId })),
      (w) => `users ${w.member.userId}: is missing`,
    ],
    [
      'an environment',
      remove('environments', (w) => ({ id: w.environmentId })),
      (w) => `environments ${w.environmentId}: is missing`,
    ],
    [
      'a project',
      remove('projects', (w) => ({ id: w.projectId })),
      (w) => `projects ${w.projectId}: is missing`,
    ],
    ['a plan', remove('plans', () => ({ name: 'starter' })), () => 'plans starter: is missing'],
    [
      'the general payment settings',
      remove('payment_settings', () => ({ name: 'general' })),
      () => 'payment_settings general: is missing',
    ],
    ['a role', remove('roles', () => ({ name: 'USER' })), () => 'roles USER: is missing'],
  ])('names %s that was destroyed', async (_, harm, line) => {
    expect(await saidAfter(harm)).toContain(`BROKEN ${line(world)}`)
  })

  test.each<[string, (trx: Trx) => Promise<unknown>, string]>([
    ['an authenticator app', (trx) => trx.deleteFrom('totp_factors').execute(), 'totp_factors'],
    [
      'one recovery code',
      async (trx) => {
        const { id } = await trx.selectFrom('recovery_codes').select('id').executeTakeFirstOrThrow()
        await trx.deleteFrom('recovery_codes').where('id', '=', id).execute()
      },
      'recovery_codes',
    ],
    ['a passkey', (trx) => trx.deleteFrom('passkeys').execute(), 'passkeys'],
    [
      'what a passkey opens the vault with',
      (trx) => trx.deleteFrom('passkey_unlocks').execute(),
      'passkey_unlocks',
    ],
    ['a linked identity', (trx) => trx.deleteFrom('oidc_identities').execute(), 'oidc_identities'],
  ])('names the account from which %s was deleted', async (_, harm, table) => {
    expect(await saidAfter(harm)).toMatch(
      new RegExp(`^BROKEN ${table} of account \\d+: (is|are) missing: `, 'm'),
    )
  })

  test('an app and passkeys that were removed as announced are not missing', async () => {
    const lines = await saidAfter(async (trx) => {
      const holders = await trx.selectFrom('passkeys').select('user_id').distinct().execute()
      for (const { user_id } of holders) {
        await trx.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
        await appendActivity({ ...app.ctx, db: trx }, [
          {
            type: 'delayed_change_done',
            severity: 'high',
            description: 'The second factors were removed, as announced to somebody',
            userId: user_id,
            origin: null,
          },
        ])
      }
    })
    expect(lines).not.toContain('BROKEN')
  })

  test.each<[string, (trx: Trx, id: number) => Promise<unknown>, string, string]>([
    [
      'changed',
      (trx, id) =>
        trx
          .updateTable('environment_names')
          .set({ names: '["A","B","C","PLANTED"]' })
          .where('environment_id', '=', id)
          .execute(),
      'environment_names',
      'was changed from outside',
    ],
    [
      'restored together with their hash',
      async (trx, id) => {
        const names = '["A","B","C"]'
        const names_hash = createHash('sha256').update(names).digest()
        await trx.updateTable('environment_names').set({ names }).where('environment_id', '=', id).execute()
        await trx.updateTable('environments').set({ names_hash }).where('id', '=', id).execute()
      },
      'environments',
      'was changed from outside',
    ],
    [
      'left over',
      async (trx, id) => {
        await forgetNames({ db: trx, secrets: app.ctx.secrets }, id)
        await trx.insertInto('environment_names').values({ environment_id: id, names: '["A"]' }).execute()
      },
      'environment_names',
      'is left over',
    ],
  ])('reports names that were %s', async (_, harm, table, problem) => {
    const { environmentId: id } = world
    const lines = await saidAfter((trx) => harm(trx, id))
    expect(lines).toContain(`BROKEN ${table} ${id}: ${problem}`)
  })

  test.each([
    ['stored_bytes', 'stored bytes: its versions take'],
    ['holders', 'holders of its key: there are'],
  ] as const)('reports a wrong count of %s', async (column, problem) => {
    const { environmentId: id } = world
    const lines = await saidAfter((trx) =>
      trx
        .updateTable('environments')
        .set({ [column]: 7 })
        .where('id', '=', id)
        .execute(),
    )
    expect(lines).toMatch(new RegExp(`BROKEN environments ${id}: counts 7 ${problem} \\d+\n`))
  })

  const usageHead = (db: Db = app.ctx.db) => readUsageHead(db, world.projectId)
  const activityHead = (db: Db = app.ctx.db) => readActivityHead(db, `activity/project/${world.projectId}`)

  /** Cuts off the last commit of a project's usage, with its head. */
  const cutUsage = async (trx: Trx) => {
    const { sequence = 0 } = (await usageHead(trx)) ?? {}
    const ofProject = trx.selectFrom('usage_packs').where('project_id', '=', world.projectId)
    const before = await ofProject
      .selectAll()
      .where('last_sequence', '<', sequence)
      .where('mac', 'is not', null)
      .orderBy('last_sequence', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    await trx.deleteFrom('usage_packs').where('last_sequence', '>', before.last_sequence).execute()
    const { last_sequence, at, link, mac } = before
    await trx
      .updateTable('usage_heads')
      .set({ sequence: last_sequence, at, link, mac })
      .where('project_id', '=', world.projectId)
      .execute()
  }
  /** The same for the last entry of its activity. */
  const cutActivity = async (trx: Trx) => {
    const { chain = '', sequence = 0 } = (await activityHead(trx)) ?? {}
    await trx.deleteFrom('activity').where('chain', '=', chain).where('position', '=', sequence).execute()
    const { position, at, link, mac } = await trx
      .selectFrom('activity')
      .selectAll()
      .where('chain', '=', chain)
      .where('position', '=', sequence - 1)
      .executeTakeFirstOrThrow()
    const head = { sequence: position, at, link, mac }
    await trx.updateTable('activity_heads').set(head).where('chain', '=', chain).execute()
  }
  const forgetRoots = async (trx: Trx) => {
    for (const table of ['audit_roots', 'root_points'] as const) await trx.deleteFrom(table).execute()
  }
  const noted = (text: string) => {
    const head = parseHead(text)
    if (!head) throw new Error('A head is not what it is printed as')
    return head
  }

  test.each([
    ['usage', () => `usage/${world.projectId}`, usageHead, cutUsage],
    ['activity', () => `activity/project/${world.projectId}`, activityHead, cutActivity],
  ] as const)(
    '%s cut back with its head is found by the newest root, or by a noted head',
    async (_, of, read, cut) => {
      const chain = of()
      const { sequence = 0, link = null } = (await read()) ?? {}
      const head = noted(headText({ chain, sequence, link }))
      expect(await saidAfter(cut)).toContain(`BROKEN root_points ${chain}: `)
      const cutWithRoots = async (trx: Trx) => {
        await forgetRoots(trx)
        await cut(trx)
      }
      expect(await saidAfter(cutWithRoots)).not.toContain(`${chain}: BROKEN`)
      expect(await saidAfter(async () => {}, [head])).toContain(`${chain}: valid, `)
      expect(await saidAfter(cutWithRoots, [head])).toMatch(
        new RegExp(`^${chain}: BROKEN at entry \\d+: it is missing, .* the end was cut off`, 'm'),
      )
      const forged = { ...head, link: Buffer.alloc(32, 7) }
      expect(await saidAfter(async () => {}, [forged])).toContain(`${chain}: BROKEN at entry `)
    },
  )

  test('names a noted entry that was trimmed since', async () => {
    const { start_sequence = 0 } = (await usageHead()) ?? {}
    const chain = `usage/${world.projectId}`
    const trimmed = { chain, sequence: start_sequence - 1, link: Buffer.alloc(32) }
    const lines = await saidAfter(async () => {}, [trimmed])
    expect(lines).not.toContain('BROKEN')
    expect(lines).toContain(`${chain}: entry ${start_sequence - 1} has been trimmed since it was noted`)
  })

  test('a removed chain is found by its point, by a noted head, and by a noted root if its point is gone too', async () => {
    const chain = `usage/${world.projectId}`
    const { sequence = 0, link = null } = (await usageHead()) ?? {}
    const remove = async (trx: Trx) => {
      await trx.deleteFrom('usage_packs').execute()
      await trx.deleteFrom('usage_heads').execute()
    }
    expect(await saidAfter(remove)).toContain(`BROKEN root_points ${chain}: `)
    expect(await saidAfter(remove, [{ chain, sequence, link }])).toContain(`${chain}: BROKEN at entry 1: `)
    const root = /--head (root:\S+)/.exec(await saidAfter(async () => {}))?.[1] ?? ''
    const removeAll = async (trx: Trx) => {
      await remove(trx)
      await forgetRoots(trx)
    }
    expect(await saidAfter(removeAll)).not.toContain('BROKEN')
    expect(await saidAfter(async () => {}, [noted(root)])).not.toContain('BROKEN')
    expect(await saidAfter(removeAll, [noted(root)])).toContain(
      'BROKEN audit_roots 1: is missing, and was noted',
    )
    const other = noted(root.slice(0, -2) + (root.endsWith('00') ? '11' : '00'))
    expect(await saidAfter(async () => {}, [other])).toContain(
      'BROKEN audit_roots 1: differs from the noted root',
    )
  })

  test.runIf(engine === 'sqlite')('names damaged pages of the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'envhold-damaged-'))
    const file = join(folder, 'envhold.db')
    await sql`vacuum into ${file}`.execute(app.ctx.db)
    expect(await run('verify', app, [], folder)).toMatchObject({ code: 0 })
    const to = await open(file, 'r+')
    const { size } = await to.stat()
    for (let page = 40; page < 60; page++) await to.write(Buffer.alloc(4_096, 0xff), 0, 4_096, page * 4_096)
    await to.close()
    expect(size).toBeGreaterThan(60 * 4_096)
    expect(await run('verify', app, [], folder)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^BROKEN envhold\.db /m),
    })
    await rm(folder, { recursive: true })
  })

  test('runs beside the server that writes, only reads, and exits 0 or 1', async () => {
    const text = await vi.waitFor(async () => {
      const before = await dumpTables(app)
      const whole = await run('verify', app)
      expect(whole).toMatchObject({
        code: 0,
        said: expect.stringContaining('Everything that can be verified is valid'),
      })
      // Every 15 seconds the server may have counted something; then another run shows it.
      expect(await dumpTables(app)).toEqual(before)
      return /--head (root:\S+)/.exec(whole.said)?.[1] ?? ''
    }, 60_000)
    await world.owner.client.call(createVariable, {
      params: { id: world.environmentId },
      body: { key: 'WRITTEN_MEANWHILE', value: 'x' },
    })
    expect(await run('verify', app, ['--head', text])).toMatchObject({ code: 0 })
    expect(await run('audit verify', app, ['--head', text])).toMatchObject({ code: 0 })
    const never = text.replace(/:\d+:/, ':999999:')
    expect(await run('audit verify', app, ['--head', never])).toMatchObject({
      code: 1,
      said: expect.stringContaining('were cut off'),
    })
    expect(await run('verify', app, ['--head', 'activity:1'])).toMatchObject({ code: 64 })
  })
})

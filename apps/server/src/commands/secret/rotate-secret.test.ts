// The server secret is rotated under a database with every table filled, and the old one is removed: everything opens.

import { createClient } from '@envhold/client/client.ts'
import { login, readSession } from '@envhold/contract/accounts/accounts.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import { signInWithRecoveryCode, signInWithTotp } from '@envhold/contract/accounts/second-factors.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { createVariable, readVariables, updateVariable } from '@envhold/contract/variables/variables.ts'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPasskey, letPasskeyUnlock, type WithPasskey } from '../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { dumpTables } from '../../../../../dev/world/dump-database.ts'
import { queueingLimiter } from '../../../../../dev/world/queueing-limiter.ts'
import { sayProgram } from '../../../../../dev/world/run-program.ts'
import { seedEveryTable } from '../../../../../dev/world/seed-every-table.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import { type Person, signUp } from '../../../../../dev/world/sign-up.ts'
import { startServer } from '../../../../../dev/world/start-server.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import {
  nextStep,
  type PersonWithTotp,
  signUpWithTotp,
  ticketOf,
} from '../../../../../dev/world/with-totp.ts'
import { buildApp } from '../../app.ts'
import { compareWithMark } from '../../db/marks/high-water-mark.ts'
import { readStoredState } from '../../db/marks/stored-heads.ts'
import { headText, parseHead } from '../../features/audit-log/report-heads.ts'
import { readNewestRoot } from '../../features/audit-log/root-store.ts'
import { verifyEverything } from '../../verify/verify-everything.ts'
import { rotateSecret } from './rotate-secret.ts'

const next = newServerSecret(2)

forEachEngine((engine) => {
  const app = withApp(engine)
  /** The same application under other secrets. */
  let rotated: Pick<TestApp, 'as' | 'advance' | 'ctx' | 'fetch'>
  let stop = async () => {}
  let careful: PersonWithTotp
  let owner: Person
  let withPasskey: WithPasskey
  let passkeyUnlock: string
  let environmentId: number
  let projectId: number
  let apiKey: string
  let personal: string
  let lines: string[]
  let again: string[]
  let mark: Awaited<ReturnType<typeof readStoredState>>
  let rootBefore: string

  beforeAll(async () => {
    await seedEveryTable(app)
    careful = await signUpWithTotp(app)
    owner = await addPerson(app)
    const seeded = await seedProject(owner, 'production')
    projectId = seeded.project.id
    environmentId = seeded.environments[0]?.id ?? 0
    const variable = { params: { id: environmentId }, body: { key: 'SEEN', value: 'before' } }
    await owner.client.call(createVariable, variable)
    apiKey = (await seedApiKey(owner, projectId)).apiKey
    personal = (await seedPersonalToken(owner)).token
    withPasskey = await addPasskey(app, owner)
    passkeyUnlock = await letPasskeyUnlock(withPasskey)
    const root = await readNewestRoot(app.ctx.db)
    rootBefore = headText({ chain: 'root', sequence: root?.number ?? 0, link: root?.mac ?? null })
    mark = await readStoredState(app.ctx.db)

    const old = app.ctx.config.serverSecret?.reveal() ?? ''
    const secrets = serverSecrets(parseServerSecrets(`${next},${old}`))
    const info = (to: string[]) => (line: string) => void to.push(line)
    lines = []
    again = []
    expect(await rotateSecret({ ...app.ctx, secrets }, info(lines))).toBe(0)
    expect(await rotateSecret({ ...app.ctx, secrets }, info(again))).toBe(0)

    const ctx = { ...app.ctx, secrets: serverSecrets(parseServerSecrets(next)) }
    const { server } = buildApp(ctx, { limiter: queueingLimiter() })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    stop = async () => {
      server.server.closeAllConnections()
      await server.close()
    }
    rotated = {
      ctx,
      advance: app.advance,
      as: (credentials = {}) =>
        createClient({ server: url, headers: () => headersOf(credentials), timeoutMs: 120_000 }),
      fetch: (path, init) => fetch(`${url}${path}`, init),
    }
  })
  afterAll(() => stop())

  test('the database is valid without the old secret, and compares with what was noted before', async () => {
    const said: string[] = []
    const noted = parseHead(rootBefore)
    if (!noted) throw new Error('No root')
    await verifyEverything({ db: app.ctx.db, engine, secrets: rotated.ctx.secrets }, [noted], (line) =>
      said.push(line),
    )
    expect(said.filter((line) => line.includes('BROKEN'))).toEqual([])
    const stored = await readStoredState(app.ctx.db)
    expect(stored.activity.mac).toMatch(/^02/)
    expect(await compareWithMark(app.ctx.db, mark, stored)).toBeUndefined()
  })

  test('nothing is under the old secret, except recovery codes and former roots', async () => {
    const older: string[] = []
    for (const [table, rows] of await dumpTables(app))
      for (const row of rows)
        for (const [column, cell] of Object.entries(row)) {
          if (!(cell instanceof Uint8Array)) continue
          const isMac = /^(mac|start_mac|erasure_mac|code_mac)$/.test(column) && cell.length === 33
          // What is sealed for people and devices is under keys of theirs, whatever its bytes are.
          const isTheirs =
            ['grants', 'environment_versions', 'device_logins'].includes(table) ||
            column === 'sealed_recovery'
          const isBox = /^sealed/.test(column) && cell.length > 34 && cell[0] === 1 && !isTheirs
          if ((isMac && cell[0] === 1) || (isBox && cell[1] === 1)) older.push(`${table}.${column}`)
        }
    const allowed = ['audit_roots.mac', 'recovery_codes.code_mac']
    expect([...new Set(older)].filter((name) => !allowed.includes(name))).toEqual([])
    expect(lines.join('\n')).toMatch(/^user_keys: \d+ moved\.$/m)
    expect(lines.join('\n')).toMatch(/^\d+ accounts have recovery codes of an older secret/m)
    expect(again.filter((line) => line.includes('moved.'))).toEqual([])
  })

  test('passwords, codes and sessions work, and recovery codes do not', async () => {
    await rotated.as({ token: withPasskey.token }).call(readSession, {})
    nextStep(app)
    const [recoveryCode = ''] = careful.recoveryCodes
    const body = { ticket: await ticketOf(rotated, careful), code: recoveryCode }
    await expect(rotated.as().call(signInWithRecoveryCode, { body })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await rotated.as().call(signInWithTotp, {
      body: { ticket: await ticketOf(rotated, careful), code: careful.code() },
    })
    const { email, password } = owner
    const { token } = await rotated.as().call(login, { body: { email, password } })
    expect((await rotated.as({ token }).call(listProjects, {})).projects.length).toBeGreaterThan(0)
  })

  test('the vault opens by master password, passkey, API key and personal token', async () => {
    const { options } = await rotated.as().call(startPasskeySignIn, {})
    const { token } = await rotated
      .as()
      .call(signInWithPasskey, { body: { response: withPasskey.authenticator.get(options) } })
    const params = { id: environmentId }
    const byPasskey = rotated.as({ token, passkeyUnlock })
    const { variables } = await byPasskey.call(readVariables, { params })
    const masterPassword = owner.masterPassword ?? ''
    const byPassword = rotated.as({ token, masterPassword })
    expect((await byPassword.call(readVariables, { params })).variables).toEqual(variables)
    expect((await rotated.as({ token: personal }).call(readVariables, { params })).variables).toEqual(
      variables,
    )
    const injected = await rotated.fetch(`/api/v1/inject/${projectId}/production`, {
      headers: headersOf({ apiKey }),
    })
    expect(injected.status).toBe(200)
    expect(variables).toEqual({ SEEN: 'before' })
    await byPasskey.call(updateVariable, { params: { ...params, key: 'SEEN' }, body: { value: 'new' } })
  })

  test('settings that no server wrote are named and stay, and the rest moves', async () => {
    const sealed = new Uint8Array(40).fill(1)
    const planted = ['payment_settings', 'sign_in_settings'] as const
    for (const table of planted) await app.ctx.db.updateTable(table).set({ sealed }).execute()
    const said: string[] = []
    const old = app.ctx.config.serverSecret?.reveal() ?? ''
    const secrets = serverSecrets(parseServerSecrets(`${next},${old}`))
    const problems = await rotateSecret({ ...app.ctx, secrets }, (line) => void said.push(line))
    const rows = await dumpTables(app)
    const names = planted.flatMap((table) =>
      (rows.get(table) ?? []).map(({ name, ...row }) => {
        expect(Buffer.from(row.sealed as Uint8Array)).toEqual(Buffer.from(sealed))
        return `BROKEN ${table} ${name}: was changed from outside, and is left as it is`
      }),
    )
    expect(said.filter((line) => line.startsWith('BROKEN')).sort()).toEqual(names.sort())
    expect(problems).toBe(names.length)
    expect(said.at(-1)).toMatch(/^Run envhold-server verify/)
  })
})

const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  sayProgram('secret', settings, args)

test('the command makes a secret and moves a stopped instance to it', async () => {
  const old = newServerSecret(7)
  const server = await startServer({ engine: 'sqlite', settings: { SERVER_SECRET: old } })
  const { token } = await signUp(server.url)
  await server.end()
  const { DATA_DIR = server.dataDir } = server.settings
  const settings = { ...server.settings, DATA_DIR }
  const made = await run(settings, 'new')
  expect(made.said).toMatch(/^ehs_8_\w{49}\n$/)
  const secret = made.said.trim()
  expect((await run({ ...settings, SERVER_SECRET: secret }, 'rotate')).code).toBe(1)
  const done = await run({ ...settings, SERVER_SECRET: `${secret},${old}` }, 'rotate')
  expect(done).toMatchObject({ code: 0, said: expect.stringContaining('under the newest secret') })
  const moved = await startServer({ engine: 'sqlite', settings: { ...settings, SERVER_SECRET: secret } })
  await createClient({ server: moved.url, headers: () => headersOf({ token }) }).call(readSession, {})
  await moved.stop()
  await server.stop()
  expect((await run(settings, 'rotate', 'now')).code).toBe(2)
})

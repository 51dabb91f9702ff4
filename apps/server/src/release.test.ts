// The release folder as it is copied to a machine that has only Node: nothing of the checkout is in its reach.

import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createClient } from '@envhold/client/client.ts'
import { signInWithPasskey, startPasskeySignIn } from '@envhold/contract/accounts/passkey-authentication.ts'
import { registerPasskey, startPasskeyRegistration } from '@envhold/contract/accounts/passkeys.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serverMemory } from '../../../dev/setup/run-server.mjs'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { startIdentityProvider } from '../../../dev/world/identity-provider/identity-provider.ts'
import { waitForMail } from '../../../dev/world/mails.ts'
import { databaseSettings } from '../../../dev/world/new-database.ts'
import { fakeIds, startFakes, urlsOf } from '../../../dev/world/payments/every-fake.ts'
import { type Program, sayProgram, serverFile } from '../../../dev/world/run-program.ts'
import { seedApiKey, seedEnvironment } from '../../../dev/world/seed-project.ts'
import { signUp } from '../../../dev/world/sign-up.ts'
import { softwareAuthenticator } from '../../../dev/world/software-authenticator.ts'
import { startServer } from '../../../dev/world/start-server.ts'
import { commandNames, formOf, loadCommand } from './commands/command-table.ts'

let place = ''
const file = () => join(place, 'envhold-server', 'server', 'main.js')
const run = (settings: Readonly<Record<string, string>>, program: Program, args: string[], input?: string) =>
  sayProgram(program, settings, args, { file: file(), ...(input !== undefined && { input }) })

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'envhold-release-'))
  await cp(join(dirname(serverFile), '..'), join(place, 'envhold-server'), { recursive: true })
})
afterAll(() => rm(place, { recursive: true }))

forEachEngine((engine) => {
  test('serves pages and values, sends mail, backs up and verifies', async () => {
    const server = await startServer({ engine, settings: await databaseSettings(engine), file: file() })
    try {
      for (const path of ['/', '/login', '/docs', '/cli/envhold.tgz', '/api/health/ready'])
        expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
      const owner = await signUp(server.url)
      const { projectId } = await seedEnvironment(owner, { HELLO: 'world' })
      const { apiKey } = await seedApiKey(owner, projectId)
      const injected = await fetch(`${server.url}/api/v1/inject/${projectId}/production`, {
        headers: { 'x-api-key': apiKey },
      })
      expect(await injected.text()).toContain('HELLO=world')
      // Sent by nodemailer, which is loaded with the first mail.
      await waitForMail(server.dataDir, 'verify-email')

      const { PORT: _, ...settings } = server.settings
      const PORT = new URL(server.url).port
      expect(await run({ ...settings, PORT }, 'healthcheck', [])).toMatchObject({ code: 0 })
      expect(await run(settings, 'verify', [])).toMatchObject({ code: 0 })
      if (engine === 'sqlite') expect(await run(settings, 'backup', ['create'])).toMatchObject({ code: 0 })
      expect(await run(settings, 'migrate', ['--dry-run'])).toMatchObject({ code: 0 })
    } finally {
      await server.stop()
    }
  })
})

test('passkeys sign in, with signatures that are read without the packages for ASN.1', async () => {
  const origin = 'http://localhost:4680'
  const settings = { SMTP_URL: '', PUBLIC_URL: origin }
  const server = await startServer({ engine: 'sqlite', settings, file: file() })
  try {
    const { client } = await signUp(server.url, { masterPassword: null })
    const { options } = await client.call(startPasskeyRegistration, {})
    const authenticator = softwareAuthenticator({ rpId: 'localhost', origin })
    await client.call(registerPasskey, { body: { response: authenticator.create(options) } })
    const stranger = createClient({ server: server.url })
    const answer = async () => authenticator.get((await stranger.call(startPasskeySignIn, {})).options)
    // About every second number in DER has a zero in front.
    for (let n = 0; n < 8; n++)
      expect(await stranger.call(signInWithPasskey, { body: { response: await answer() } })).toMatchObject({
        token: expect.stringMatching(/^ses_/),
      })
    const [{ response, ...rest }, other] = [await answer(), await answer()]
    const { signature } = other.response
    const forged = { ...rest, response: { ...response, signature } }
    await expect(stranger.call(signInWithPasskey, { body: { response: forged } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
  } finally {
    await server.stop()
  }
})

describe('packages that are loaded when they are needed', () => {
  let settings: Readonly<Record<string, string>>
  beforeAll(async () => {
    settings = { DATA_DIR: join(place, 'data') }
    expect(await run(settings, 'migrate', [])).toMatchObject({ code: 0, said: 'The database is created.\n' })
  })

  test.each(fakeIds)('the SDK of %s', async (id) => {
    const fakes = await startFakes([id], { now: Date.now, advance: () => {} })
    const fake = fakes.get(id)
    const withFake = { ...settings, PAYMENT_PROVIDER_URLS: urlsOf(fakes) }
    for (const setting of ['apiKey', 'webhookSecret', 'storeId', 'organizationId'] as const) {
      const value = Object.entries(fake?.settings ?? {}).find(([name]) => name === setting)?.[1]
      if (typeof value === 'string') await run(withFake, 'payments', ['set', id, setting], value)
    }
    expect(await run(withFake, 'payments', ['test', id])).toMatchObject({ code: 0 })
    await fake?.server.stop()
  })

  test('OpenID', async () => {
    const idp = await startIdentityProvider(['http://127.0.0.1:1/callback'])
    const { issuer, clientId, clientSecret } = idp
    const json = JSON.stringify({ issuer, clientId, clientSecret, label: 'Example ID' })
    expect(await run(settings, 'identity-provider', ['set', '-'], json)).toMatchObject({ code: 0 })
    expect(await run(settings, 'identity-provider', ['test'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('is an OpenID provider'),
    })
    await idp.stop()
  })
})

test('its large files are ASCII, of which V8 stores a character in one byte', async () => {
  const folder = dirname(file())
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const large = texts.filter(({ length }) => length > 200_000)
  expect(large.length).toBeGreaterThan(2)
  for (const text of large) expect(/[^\n]{0,40}[^\0-\x7f]/.exec(text)?.[0]).toBeUndefined()
})

describe('its launcher', () => {
  const launcher = () => join(place, 'envhold-server', 'envhold-server')
  const launch = (...words: readonly string[]) =>
    spawnSync(launcher(), words, {
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
    })

  test('explains every command', async () => {
    const { status, stdout } = launch('--help')
    expect(status).toBe(0)
    for (const name of commandNames) {
      expect(stdout).toContain(`\n  ${name} `)
      const { summary } = formOf(await loadCommand(name))
      expect(launch(name, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining(summary) })
    }
  })

  test('has the memory settings of npm start', async () => {
    const text = await readFile(launcher(), 'utf8')
    const { nodeArgs, env } = serverMemory({})
    for (const arg of nodeArgs) expect(text).toContain(`"$node" ${arg} `)
    expect(text).toContain(`MALLOC_ARENA_MAX:-${env.MALLOC_ARENA_MAX}`)
  })
})

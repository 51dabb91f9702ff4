import { spawn } from 'node:child_process'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@envhold/client/client.ts'
import { inject } from '@envhold/contract/inject.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { activityDigest, activityLink } from '@envhold/integrity/activity-chain.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, finished, type Invocation } from './cli-world.ts'
import { shareWith } from './share-project.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await callTimes(3)
})
afterAll(() => world.stop())
afterEach(async () => {
  for (const name of await readdir(world.folder)) await rm(join(world.folder, name))
})

async function callTimes(count: number): Promise<void> {
  const headers = { 'x-api-key': world.apiKey }
  const client = createClient({ server: world.server.url, headers: () => headers })
  for (let n = 0; n < count; n++)
    await client.call(inject, { params: { projectId: world.projectId, environment: 'development' } })
}

const audit = (words: readonly string[], token = world.token, invocation: Invocation = {}) =>
  world.envhold(['audit', ...words], {
    ...invocation,
    env: { ENVHOLD_SERVER: world.server.url, ENVHOLD_TOKEN: token, ...invocation.env },
  })
const signedOut = (words: readonly string[], invocation: Invocation = {}) =>
  world.envhold(['audit', ...words], invocation)
/** Downloads the log as `log.ndjson`. @returns its text */
async function download(): Promise<string> {
  const { code, err } = await audit(['download', '--project', 'shop', '-o', 'log.ndjson', '--force'])
  expect(code, err).toBe(0)
  return await readFile(join(world.folder, 'log.ndjson'), 'utf8')
}
/** A file in which the last entry of activity is another one, and the links are right. */
async function forged(text: string): Promise<string> {
  const lines = text.trimEnd().split('\n')
  const [before, last] = lines.slice(-3, -1).map((line) => JSON.parse(line))
  const entry = { ...last, description: 'Nothing happened' }
  const chain = `activity/project/${world.projectId}`
  const link = activityLink({
    chain,
    previousLink: Buffer.from(before.link, 'hex'),
    position: entry.position,
    digest: activityDigest({
      sequence: entry.sequence,
      at: entry.at,
      eventType: entry.event_type,
      category: entry.category,
      severity: entry.severity,
      description: entry.description,
      userId: entry.user_id,
      tokenId: entry.token_id,
      projectId: entry.project_id,
      environmentId: entry.environment_id,
      ip: entry.ip,
      requestId: entry.request_id,
    }),
  })
  entry.link = Buffer.from(link).toString('hex')
  const end = { ...JSON.parse(lines.at(-1) ?? ''), link: entry.link }
  return `${[...lines.slice(0, -2), JSON.stringify(entry), JSON.stringify(end)].join('\n')}\n`
}
const put = (text: string) => writeFile(join(world.folder, 'log.ndjson'), text)
const verify = (...words: readonly string[]) => signedOut(['verify', 'log.ndjson', ...words])
const json = async (...words: readonly string[]) => {
  const { code, out } = await verify('--json', ...words)
  return { code, ...JSON.parse(out) }
}

describe('download', () => {
  test('saves the file under the name that the server gives, for its owner only, and verifies it', async () => {
    const { code, out, err } = await audit(['download', '--project', 'shop'])
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Saved as envhold-shop-log-[\d-]+\.ndjson\./),
    })
    expect(out).toMatch(new RegExp(`^usage/${world.projectId} +3 +0 +0$`, 'm'))
    expect(err).toContain('Valid:')
    const [name = ''] = await readdir(world.folder)
    expect((await stat(join(world.folder, name))).mode & 0o777).toBe(0o600)
  })

  test('replaces no file unless it is told to', async () => {
    await put('mine')
    const rejected = await audit(['download', '--project', 'shop', '-o', 'log.ndjson'])
    expect(rejected).toMatchObject({ code: 1, err: expect.stringContaining('It was not replaced.') })
    expect(await readFile(join(world.folder, 'log.ndjson'), 'utf8')).toBe('mine')
    expect(await download()).toMatch(/^\{"format":"envhold-log"/)
    expect(await readdir(world.folder)).toEqual(['log.ndjson'])
  })

  test('prints to stdout, which verify reads', async () => {
    const { code, out } = await audit(['download', '--project', 'shop', '-o', '-'])
    expect(code).toBe(0)
    const read = await signedOut(['verify', '-'], { input: out })
    expect(read).toMatchObject({ code: 0, out: expect.stringContaining('stdin: log of shop') })
    expect(await readdir(world.folder)).toEqual([])
  })

  test('ends without an error when the reader of stdout is gone', async () => {
    const words = ['audit', 'download', '--project', 'shop', '--server', world.server.url, '-o', '-']
    const child = spawn(process.execPath, [world.bundle, ...words], {
      cwd: world.folder,
      env: { ...world.environment, ENVHOLD_TOKEN: world.token },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    expect(await finished(child)).toMatchObject({ code: 0, err: '' })
  })

  test('is for the owner: a collaborator and an API key are told so', async () => {
    const wanda = await shareWith(world, 'wanda', { role: 'write', environments: [world.development] })
    const member = await audit(['download', '--project', 'shop'], wanda.cliToken)
    expect(member).toMatchObject({
      code: 1,
      err: expect.stringContaining('You cannot download the log of shop.'),
    })
    const key = await audit(['download', '--project', 'shop'], world.apiKey)
    expect(key.err).toContain('envhold audit download needs a personal token.')
    expect(await readdir(world.folder)).toEqual([])
  })

  test('keeps nothing of a download that cannot be saved', async () => {
    const { code, err } = await audit(['download', '--project', 'shop', '-o', 'missing/log.ndjson'])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('open') })
  })
})

describe('verify', () => {
  test('needs no server and no token', async () => {
    await download()
    const { code, out, err } = await verify('--offline')
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('Warning: nothing was compared.') })
    expect(out).toMatch(/log of shop \(project \d+\), downloaded \d{4}-/)
    expect(out).toMatch(new RegExp(`^  usage/${world.projectId}:3:[0-9a-f]{64}$`, 'm'))
  })

  test('compares with noted heads, of this file and of earlier ones', async () => {
    await download()
    const [usage, activity] = (await json()).chains.map(({ head }: { head: string }) => head)
    await callTimes(1)
    await download()
    const { code, err } = await verify('--head', usage, `--head=${activity}`)
    expect(code).toBe(0)
    expect(err).toContain(`It passes through the noted ${usage}.`)
    expect(err).toContain(`It passes through the noted ${activity}.`)
    expect(err).not.toContain('Warning')
    const other = `usage/${world.projectId}:2:${'0'.repeat(64)}`
    expect(await verify('--head', other)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`The chain differs from the noted ${other}.`),
    })
  })

  describe('when signed in', () => {
    const online = (...words: readonly string[]) => audit(['verify', 'log.ndjson', ...words])
    const server = async (...words: readonly string[]) =>
      JSON.parse((await online('--json', ...words)).out).server
    const both = (result: string) => [
      { chain: `usage/${world.projectId}`, result },
      { chain: `activity/project/${world.projectId}`, result },
    ]

    test('compares with the server, which may have gone on', async () => {
      await download()
      expect(await online()).toMatchObject({
        code: 0,
        err: expect.stringContaining(
          `It ends at the same entry as usage/${world.projectId} on ${world.server.url}.`,
        ),
      })
      expect(await server()).toEqual({ server: world.server.url, chains: both('same'), why: null })
      await callTimes(1)
      await world.put(world.production, { PORT: '81' })
      const { code, err } = await online()
      expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('which has newer entries') })
      expect(err).not.toContain('Warning')
      expect((await server()).chains).toEqual(both('continued'))
    })

    test('finds a file whose links were computed again', async () => {
      await put(await forged(await download()))
      expect((await verify('--offline')).code).toBe(0)
      const { code, err } = await online()
      expect(code).toBe(1)
      expect(err).toContain(`it differs from activity/project/${world.projectId} on ${world.server.url}.`)
      expect((await server()).chains[1].result).toBe('differs')
      await world.put(world.production, { PORT: '82' })
      expect((await online()).code).toBe(1)
    })

    test('says why it cannot compare, and passes', async () => {
      await download()
      const asKey = await audit(['verify', 'log.ndjson'], world.apiKey)
      expect(asKey).toMatchObject({ code: 0, err: expect.stringContaining('An API key cannot read') })
      const away = await audit(['verify', 'log.ndjson', '--server', 'http://127.0.0.1:1'])
      expect(away).toMatchObject({ code: 0, err: expect.stringContaining('Not compared with the server:') })
      const nobody = await verify()
      expect(nobody.code).toBe(0)
      expect(nobody.err).toContain('You are not logged in to')
      expect(nobody.err).toContain('Warning: nothing was compared.')
    })
  })

  test('names the first line that was changed', async () => {
    const text = await download()
    await put(text.replace('"category":"project_changes"', '"category":"account"'))
    const { code, out, err } = await verify()
    expect(code).toBe(1)
    expect(err).toMatch(
      /^Invalid: Line \d+, from entry 1 of activity\/project\/\d+ on: The entry was changed\.$/m,
    )
    expect(out).toContain('log of shop')
  })

  test('says that a file is unfinished, no log, or missing', async () => {
    const text = await download()
    await put(text.slice(0, -100))
    expect((await verify()).err).toContain('The file is unfinished: its end is missing. Download it again.')
    await put('DATABASE_URL=postgres://\n')
    expect(await verify()).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('Invalid: Line 1:'),
    })
    await rm(join(world.folder, 'log.ndjson'))
    expect(await verify()).toMatchObject({
      code: 1,
      err: expect.stringContaining('log.ndjson does not exist.'),
    })
    expect((await signedOut(['verify', '.'])).err).toContain('. is a folder.')
  })

  test('answers in JSON', async () => {
    const text = await download()
    const { chains, ...valid } = await json()
    expect(valid).toMatchObject({ code: 0, valid: true, fault: null, project: { name: 'shop' } })
    expect(chains.map(({ chain }: { chain: string }) => chain)).toEqual([
      `usage/${world.projectId}`,
      `activity/project/${world.projectId}`,
    ])
    await put(text.replace('"erased":0', '"erased":1'))
    const { code, ...invalid } = await json()
    expect(code).toBe(1)
    expect(invalid).toMatchObject({ valid: false, fault: { chain: `usage/${world.projectId}`, sequence: 1 } })
  })

  test('shows no control characters of a project’s name', async () => {
    const { project } = await world.ada.client.call(createProject, { body: { name: 'evil' } })
    await audit(['download', '--project', String(project.id), '-o', 'log.ndjson'])
    const text = await readFile(join(world.folder, 'log.ndjson'), 'utf8')
    await put(text.replace('"project_name":"evil"', '"project_name":"\\u001b[31mevil"'))
    const { code, out } = await verify()
    expect(code).toBe(0)
    expect(out).not.toContain('\u001b')
  })

  test.each([
    [['verify'], 'needs a file'],
    [['check', 'log.ndjson'], 'envhold audit has no check.'],
    [['download', 'log.ndjson'], 'Pass --output FILE.'],
    [['verify', 'x', '--head', 'usage:1:00'], 'is not a head of a project’s log'],
  ])('rejects %j', async (words, message) => {
    expect(await signedOut(words)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
  })

  test('rejects a head of another project, which would only seem compared', async () => {
    await download()
    const other = `usage/${world.projectId + 1}:1:${'0'.repeat(64)}`
    expect(await verify('--head', other)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `Its chains are usage/${world.projectId} and activity/project/${world.projectId}.`,
      ),
    })
  })
})

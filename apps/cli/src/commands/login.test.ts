import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, writeProgram } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
})
afterAll(() => world.stop())

const credentials = () => join(world.home, '.config/envhold/credentials.json')

describe('login', () => {
  test('without a token says how to get one', async () => {
    const { code, out, err } = await world.envhold(['projects', '--server', world.server.url])
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toContain('not logged in')
    expect(err).toContain('envhold login')
  })

  test('rejects an incomplete token, without a call and without showing it', async () => {
    const cut = world.token.slice(0, 30)
    const { code, err } = await world.envhold(['login', '--token'], { input: cut })
    expect(code).toBe(1)
    expect(err).toContain('incomplete')
    expect(err).not.toContain(cut.slice(4))
  })

  test.each([
    [['--token', 'TOKEN'], 'must not be an argument'],
    [['TOKEN'], 'must not be an argument'],
    [['--token=TOKEN'], '--token takes no value'],
  ])('login %j: a token as an argument is rejected, and not shown', async (words, said) => {
    const { code, err } = await world.envhold(['login', ...words.map((w) => w.replace('TOKEN', world.token))])
    expect(code).toBe(2)
    expect(err).toContain(said)
    expect(err).not.toContain(world.token.slice(4))
  })

  test('rejects a token that the server does not know, and stores nothing', async () => {
    const wrong = `ppt_${'A'.repeat(13)}_${'b'.repeat(49)}`
    const { code, err } = await world.envhold(['login', '--server', world.server.url], { input: wrong })
    expect(code).toBe(1)
    expect(err).toContain('The server rejected the token')
    expect(err).not.toContain(wrong)
    await expect(stat(credentials())).rejects.toThrow()
  })

  test('stores the token in a file of mode 0600 if no keychain answers', async () => {
    const { code, out, err } = await world.envhold(['login', '--server', world.server.url], {
      input: `${world.token}\n`,
    })
    expect(code).toBe(0)
    expect(out).toBe('')
    expect(err).toContain('as ada')
    expect(err).not.toContain(world.token)
    expect((await stat(credentials())).mode & 0o777).toBe(0o600)
    expect(await readFile(credentials(), 'utf8')).toContain(world.token)
  })

  test('whoami then needs no server and no token', async () => {
    const { code, out } = await world.envhold(['whoami', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      server: world.server.url,
      kind: 'personal',
      from: 'file',
      user: { username: 'ada', email: 'ada@example.com' },
    })
    expect(out).not.toContain(world.token)
  })

  test('ENVHOLD_TOKEN overrides the stored token', async () => {
    const env = { ENVHOLD_TOKEN: world.apiKey }
    const { out } = await world.envhold(['whoami'], { env })
    expect(out).toContain('API key “ci” of shop')
    expect(out).toContain('from ENVHOLD_TOKEN')
  })

  test('a rejected ENVHOLD_TOKEN is named, and every login says that it takes precedence', async () => {
    const dead = `ppt_${'A'.repeat(13)}_${'b'.repeat(49)}`
    const env = { ENVHOLD_TOKEN: dead, ENVHOLD_SERVER: world.server.url }
    for (const words of [['whoami'], ['projects'], ['login']]) {
      const { code, err } = await world.envhold(words, { env })
      expect(code).toBe(1)
      expect(err).toContain('The one in ENVHOLD_TOKEN is unknown, expired or revoked.')
      expect(err).toContain('Set the variable to a new one, or unset it')
      expect(err).not.toContain(dead)
    }
    const login = await world.envhold(['login', '--token'], { env, input: world.token })
    expect(login.code).toBe(0)
    expect(login.err).toContain('Warning: ENVHOLD_TOKEN is set and takes precedence over the saved token.')
    const wrong = await world.envhold(['login', '--token'], { env, input: dead })
    expect(wrong.err).toContain('The server rejected the token.')
    expect(wrong.err).not.toContain('ENVHOLD_TOKEN')
    const none = await world.envhold(['login', '--token'], { env })
    expect(none.code).toBe(1)
    expect(none.err).toContain('Pipe it in. Without --token, the one in ENVHOLD_TOKEN is saved.')
  })

  test('a token from the environment is not sent to a server that only a cloned file names', async () => {
    const file = join(world.folder, '.envhold.json')
    await writeFile(file, JSON.stringify({ server: 'https://evil.example.com', project: 1, environment: 1 }))
    const refused = await world.envhold(['get', 'PORT'], { env: { ENVHOLD_TOKEN: world.token } })
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('No token was sent to it')
    const login = await world.envhold(['login'], { input: world.token })
    expect(login.code).toBe(1)
    expect(login.err).toContain('No token was sent to it')
    const kept = await world.envhold(['get', 'PORT'])
    expect(kept.err).toContain('not logged in to https://evil.example.com')
    await writeFile(file, '{}')
  })

  test('uses a keychain that works, and passes no secret as an argument', async () => {
    const kept = join(world.home, 'keychain')
    const log = join(world.home, 'arguments')
    const script = [
      `echo "$@" >> '${log}'`,
      `case "$1" in store) cat > '${kept}' ;; lookup) cat '${kept}' ;; clear) rm '${kept}' ;; esac`,
    ].join('\n')
    const macos = [
      `echo "$@" >> '${log}'`,
      `case "$1" in -i) sed 's/.*-w "\\(.*\\)"/\\1/' > '${kept}' ;; find*) cat '${kept}' ;; delete*) rm '${kept}' ;; esac`,
    ].join('\n')
    await writeProgram(world.bin, 'secret-tool', script)
    await writeProgram(world.bin, 'security', macos)

    const login = await world.envhold(['login', '--server', world.server.url], { input: world.token })
    expect(login.err).toContain('keychain')
    expect(await readFile(credentials(), 'utf8')).not.toContain(world.token)
    expect((await world.envhold(['whoami'])).out).toContain('from the system’s keychain')
    expect((await world.envhold(['logout'])).code).toBe(0)
    await expect(stat(kept)).rejects.toThrow()
    expect(await readFile(log, 'utf8')).not.toContain(world.token)
    for (const name of ['secret-tool', 'security']) await writeProgram(world.bin, name, 'exit 1')
  })

  test('logout says so if the keychain keeps the token, and remembers it', async () => {
    const stored = join(world.home, 'stuck')
    const script = `case "$1" in store) cat > '${stored}' ;; lookup) cat '${stored}' ;; clear) exit 1 ;; esac`
    await writeProgram(world.bin, 'secret-tool', script)
    await writeProgram(world.bin, 'security', 'exit 1')
    await world.envhold(['login', '--server', world.server.url], { input: world.token })
    const { code, out, err } = await world.envhold(['logout', '--json'])
    expect([code, JSON.parse(out)]).toEqual([1, { logged_out: [] }])
    expect(err).toContain(`still has the token of ${world.server.url}`)
    await rm(stored)
    expect((await world.envhold(['logout'])).err).toContain(`Logged out of ${world.server.url}`)
    await writeProgram(world.bin, 'secret-tool', 'exit 1')
  })

  test('logout removes the token', async () => {
    await world.envhold(['login', '--server', world.server.url], { input: world.token })
    const { code, err } = await world.envhold(['logout', '--server', world.server.url])
    expect(code).toBe(0)
    expect(err).toContain(`Logged out of ${world.server.url}`)
    expect(await readFile(credentials(), 'utf8')).not.toContain(world.token)
    expect((await world.envhold(['whoami', '--server', world.server.url])).code).toBe(1)
  })
})

describe('projects and environments', () => {
  const env = () => ({ ENVHOLD_TOKEN: world.token, ENVHOLD_SERVER: world.server.url })

  test('are listed, also under the other name', async () => {
    const listed = await world.envhold(['list', '--json'], { env: env() })
    expect(JSON.parse(listed.out).projects).toMatchObject([{ name: 'shop', user_role: 'owner' }])
    const table = await world.envhold(['environments', '--project', 'SHOP'], { env: env() })
    expect(table.out).toMatch(/development\s+1\s+3 /)
    expect(table.out).toMatch(/production\s+1\s+2 /)
  })

  test('an unknown name gets a list of those that exist', async () => {
    const { code, err } = await world.envhold(['environments', '--project', 'shoop'], { env: env() })
    expect(code).toBe(1)
    expect(err).toContain('It can access: shop')
  })

  test('an API key gets an explanation of what it lacks', async () => {
    const { code, err } = await world.envhold(['projects'], {
      env: { ...env(), ENVHOLD_TOKEN: world.apiKey },
    })
    expect(code).toBe(1)
    expect(err).toContain('needs a personal token')
  })

  test('a project file can begin with a byte order mark', async () => {
    await writeFile(join(world.folder, '.envhold.json'), '\ufeff{ "project": "shop" }')
    expect((await world.envhold(['environments'], { env: env() })).code).toBe(0)
  })

  test('a damaged project file keeps no one from writing it again, logging in and out', async () => {
    const file = join(world.folder, '.envhold.json')
    const damaged = '<<<<<<< HEAD\n{}\n'
    await writeFile(file, damaged)
    expect((await world.envhold(['projects'], { env: env() })).err).toContain(
      'To write it again: envhold init',
    )
    const input = world.token
    expect((await world.envhold(['login', '--server', world.server.url], { input })).code).toBe(0)
    const init = ['init', '--project', 'shop', '--env', 'production']
    const prompted = await world.envhold(init)
    expect(prompted.err).toContain('Replace the .envhold.json of this folder?')
    expect(await readFile(file, 'utf8')).toBe(damaged)
    expect((await world.envhold(['logout', '--server', world.server.url])).code).toBe(0)
    expect((await world.envhold([...init, '--yes'], { env: env() })).code).toBe(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ project: { name: 'shop' } })
  })

  test('init writes a file without a secret, and asks before it replaces one', async () => {
    await writeFile(join(world.folder, '.envhold.json'), '{}')
    const words = ['init', '--project', 'shop', '--env', 'production']
    const refused = await world.envhold(words, { env: env() })
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('--yes')
    expect((await world.envhold([...words, '--yes'], { env: env() })).code).toBe(0)
    const text = await readFile(join(world.folder, '.envhold.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({
      server: world.server.url,
      project: { id: world.projectId, name: 'shop' },
      environment: { id: world.production, name: 'production' },
    })
    expect(text).not.toContain(world.token)
  })
})

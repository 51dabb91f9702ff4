// Commands that need a login and have none, at a terminal of a real server.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  openDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { listPersonalTokens, revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, hasTerminal, typeAtTerminal } from './at-terminal.ts'
import { type CliWorld, cliWorld, writeProgram } from './cli-world.ts'

const waiting = 'Waiting … (Ctrl-C cancels)'

describe.runIf(hasTerminal)('a command without a login', () => {
  let world: CliWorld
  beforeAll(async () => {
    world = await cliWorld()
    await writeProgram(world.bin, 'xdg-open', `echo "$@" >> '${opened()}'`)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    await rm(opened(), { force: true })
    await rm(join(world.home, '.config'), { recursive: true, force: true })
  })

  const opened = () => join(world.home, 'opened')
  const target = () => ['--server', world.server.url, '-p', 'shop', '-e', 'production']
  const reviewOf = async (screen: string) => {
    const user_code = /Your code: ([B-Z-]{9})/.exec(stripVTControlCharacters(screen))?.[1] ?? ''
    return (await world.ada.client.call(openDeviceLogin, { body: { user_code } })).review
  }
  const approving = async (screen: string) => {
    await world.ada.client.call(approveDeviceLogin, { body: { review: await reviewOf(screen) } })
    return ''
  }
  const at = (words: readonly string[], answer: Answer = approving, env: Record<string, string> = {}) =>
    typeAtTerminal(world, words, { answers: [[waiting, answer]], env: { DISPLAY: ':0', ...env } })

  test('logs in by the browser and goes on, with nothing of it on stdout', async () => {
    const out = join(world.home, 'out')
    const program = ['sh', '-c', `echo $PORT > "${out}"; echo to-stdout`]
    const { code, screen } = await at(['run', ...target(), '--', ...program])
    expect(screen).toContain(`You are not logged in to ${world.server.url}.`)
    expect(screen).toContain(`Logged in to ${world.server.url} as ada.`)
    expect(screen.indexOf('Logged in to')).toBeLessThan(screen.indexOf('to-stdout'))
    expect(code).toBe(0)
    expect(await readFile(out, 'utf8')).toBe('80\n')
    expect(await readFile(opened(), 'utf8')).toContain(`${world.server.url}/cli-auth?code=`)
    const again = await world.envhold(['get', 'PORT', '-p', 'shop', '-e', 'production'])
    expect(again).toMatchObject({ code: 0, out: '80', err: '' })
  })

  test('writes what it says to stderr alone', async () => {
    const out = join(world.home, 'value')
    const quiet = ['sh', '-c', `"$0" "$@" > '${out}'`, process.execPath, world.bundle]
    await writeProgram(
      world.bin,
      'quietly',
      `exec ${quiet.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')} "$@"`,
    )
    const line = ['run', ...target(), '--', 'printenv', 'PORT']
    const { screen } = await typeAtTerminal(
      { ...world, bundle: '-e' },
      [`require("child_process").spawnSync("quietly",${JSON.stringify(line)},{stdio:"inherit"})`],
      { answers: [[waiting, approving]] },
    )
    expect(screen).toContain('You are not logged in to')
    expect(await readFile(out, 'utf8')).toBe('80\n')
  })

  test('a denied login ends the command before it does anything', async () => {
    const denying = async (screen: string) => {
      await world.ada.client.call(denyDeviceLogin, { body: { review: await reviewOf(screen) } })
      return ''
    }
    const { code, screen } = await at(['run', ...target(), '--', 'echo', 'it ran'], denying)
    expect(code).toBe(1)
    expect(screen).toContain('The login was denied. No token was saved.')
    expect(screen).not.toContain('it ran')
  })

  test('a token that was revoked is replaced once, and the command goes on', async () => {
    await at(['pull', ...target(), '--output', '-'])
    const { tokens } = await world.ada.client.call(listPersonalTokens, {})
    const newest = tokens.find(({ token_name }) => token_name.startsWith('CLI on '))
    await world.ada.client.call(revokePersonalToken, { params: { id: newest?.id ?? '' } })
    const { code, screen } = await at(['get', 'PORT', ...target()])
    expect(screen).toContain(`Your login to ${world.server.url} has expired or was revoked.`)
    expect(screen.match(/Your code: /g)).toHaveLength(1)
    expect(stripVTControlCharacters(screen)).toMatch(/\n\r?80\r?\n$/)
    expect(code).toBe(0)
    expect(await world.envhold(['get', 'PORT', ...target()])).toMatchObject({ code: 0, out: '80' })
  })

  test.each([
    ['--no-browser', ['--no-browser'], {}],
    ['--json', ['--json'], {}],
    ['CI', [], { CI: 'true' }],
  ])('with %s it fails as before', async (_, words, env) => {
    const { code, screen } = await at(['get', 'PORT', ...target(), ...words], '', env)
    expect(code).toBe(1)
    expect(screen).toContain(`You are not logged in to ${world.server.url}.`)
    expect(screen).not.toContain('Your code: ')
    expect(existsSync(opened())).toBe(false)
  })

  test('without a terminal it fails as before', async () => {
    const { code, err } = await world.envhold(['get', 'PORT', ...target()])
    expect(code).toBe(1)
    expect(err).toContain('You are not logged in to')
  })

  test('a rejected key from the environment is an error, and no reason to log in', async () => {
    const token = `${world.apiKey.slice(0, -7)}0000000`
    const { code, screen } = await at(['get', 'PORT', ...target()], '', { ENVHOLD_TOKEN: token })
    expect(code).toBe(1)
    expect(screen).toContain('The server rejected the token.')
    expect(screen).not.toContain('Your code: ')
  })

  test('a server that only a cloned folder names opens no page', async () => {
    const folder = join(world.home, 'cloned')
    await mkdir(folder)
    await writeFile(
      join(folder, '.envhold.json'),
      JSON.stringify({ server: 'https://evil.example.com', project: 1, environment: 1 }),
    )
    const { code, screen } = await typeAtTerminal(world, ['pull'], {
      answers: [],
      env: { DISPLAY: ':0' },
      cwd: folder,
    })
    expect(code).toBe(1)
    expect(screen).toContain('which you have not used before')
    expect(existsSync(opened())).toBe(false)
  })
})

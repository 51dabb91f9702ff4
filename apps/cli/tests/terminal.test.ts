import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, hasTerminal, script, typeAtTerminal } from './at-terminal.ts'
import { type CliWorld, cliWorld } from './cli-world.ts'

describe.runIf(hasTerminal)('at a terminal', () => {
  let world: CliWorld
  beforeAll(async () => {
    world = await cliWorld()
  })
  afterAll(() => world.stop())

  const type = (words: string[], answers: [question: string | RegExp, answer: Answer][], env = {}) =>
    typeAtTerminal(world, words, { answers, env })

  test('login hides the input', async () => {
    const { code, screen } = await type(
      ['login', '--token', '--server', world.server.url],
      [['Token (hidden): ', `${world.token}x\u007f\r`]],
    )
    expect(code).toBe(0)
    expect(screen).toContain('as ada')
    expect(screen).not.toContain(world.token.slice(0, 25))
    expect(await readFile(join(world.home, '.config/envhold/credentials.json'), 'utf8')).toContain(
      world.token,
    )
  })

  test('Ctrl-C at a question ends at once', async () => {
    expect((await type(['login', '--token', '-'], [['Token (hidden): ', 'abc\u0003']])).code).toBe(130)
    expect((await type(['init'], [['Which environment?', '\u0003']])).code).toBe(130)
  })

  test('Ctrl-C reaches a command that reads from a pipe once', async () => {
    const count = [
      'let count = 0',
      'process.on("SIGINT", () => { count++; setTimeout(() => { console.log("SIGINT " + count); process.exit() }, 1000) })',
      // Signals that arrive while a process starts may be counted as one.
      'setTimeout(() => console.log("ready"), 300)',
      'setTimeout(() => {}, 60_000)',
    ].join('; ')
    const words = ['run', '--project', 'shop', '--env', 'development', '--', process.execPath, '-e', count]
    const { screen } = await typeAtTerminal(world, words, {
      answers: [['ready', '\u0003']],
      env: { ENVHOLD_SERVER: world.server.url, ENVHOLD_TOKEN: world.token },
      piped: 'yes',
    })
    expect(screen).toContain('SIGINT 1')
  })

  describe('a hidden value', () => {
    const target = () => ['--project', String(world.projectId), '--env', 'development']
    const env = () => ({ ENVHOLD_SERVER: world.server.url, ENVHOLD_TOKEN: world.token })
    const get = async (key: string) => (await world.envhold(['get', key, ...target()], { env: env() })).out
    const setTyped = (answer: string) =>
      type(['set', 'SECRET', ...target()], [['SECRET (hidden): ', answer]], env())
    const pasted = (text: string) => `\u001b[200~${text}\u001b[201~`

    test.each([
      [
        'a paste of several lines',
        `${pasted('-----BEGIN-----\rabc\r-----END-----\r')}\r`,
        '-----BEGIN-----\nabc\n-----END-----\n',
      ],
      ['a paste of several lines of Windows', `${pasted('a\r\nb')}\r`, 'a\nb'],
      ['a paste of one line', `${pasted('ab\tc\r')}\r`, 'ab\tc'],
      ['a paste among typed characters', `<${pasted('ab')}>\r`, '<ab>'],
      ['a tab', 'a\tb\r', 'a\tb'],
      ['keys without text', 'a\u001b[D\u001bOA\u001b[3~\u001b[1;5Cb\r', 'ab'],
      ['Ctrl-W', 'one two three \u0017four\r', 'one two four'],
      ['Ctrl-U', 'one two\u0015three\r', 'three'],
      ['backspace', 'a😀\u007fb\u0008c\r', 'ac'],
      ['CR and LF as one line break', 'abc\r\n', 'abc'],
    ])('can have %s', async (_, answer, value) => {
      const { code, screen } = await setTyped(answer)
      expect(code, screen).toBe(0)
      expect(await get('SECRET')).toBe(value)
      expect(screen.indexOf('\u001b[?2004h')).toBeLessThan(screen.indexOf('SECRET (hidden)'))
      expect(screen).toContain('\u001b[?2004l')
    })

    test('is not stored when a terminal pastes several lines without marks', async () => {
      await setTyped('before\r')
      const { code, screen } = await setTyped('-----BEGIN-----\rabc\r-----END-----\r')
      expect(code).toBe(1)
      expect(screen).toContain('Several lines were pasted. Nothing was written.')
      expect(screen).toContain('envhold set KEY < FILE')
      expect(screen).not.toContain('abc')
      expect(await get('SECRET')).toBe('before')
    })

    test('is asked for once for each variable', async () => {
      const { code } = await type(
        ['set', 'ONE', 'TWO', ...target()],
        [
          ['ONE (hidden): ', `${pasted('1\r1')}\r`],
          ['TWO (hidden): ', '2\u001b[D\r'],
        ],
        env(),
      )
      expect(code).toBe(0)
      expect(await get('ONE')).toBe('1\n1')
      expect(await get('TWO')).toBe('2')
    })

    test('can be left with Ctrl-C, which ends the marks of pastes', async () => {
      const { code, screen } = await setTyped('abc\u0003')
      expect(code).toBe(130)
      expect(screen).toContain('\u001b[?2004l')
    })
  })

  test('init asks which, and accepts a number', async () => {
    const { code, screen } = await type(['init'], [['Which environment? [1-2] ', '2\r']])
    expect(code).toBe(0)
    expect(screen).toContain('This folder now uses shop/production')
  })

  test('a question that is asked again shows each answer once', async () => {
    const times = (n: number) => new RegExp(`(Which environment\\? [^]*){${n}}`)
    const { code, screen } = await type(
      ['init', '--yes'],
      [
        [times(1), 'first\r'],
        [times(2), 'second\r'],
        [times(3), 'third\r'],
        [times(4), 'production\r'],
      ],
    )
    expect(code).toBe(0)
    const answers = [...stripVTControlCharacters(screen).matchAll(/Which environment\? \[1-2\] (\w*)/g)].map(
      ([, answer]) => answer,
    )
    expect(answers).toEqual(['first', 'second', 'third', 'production'])
    expect(screen).toContain('Enter a number from 1 to 2, or a name.')
  })

  test('pushing over a value needs confirmation', async () => {
    expect((await world.envhold(['push', '-', '--dry-run'], { input: 'PORT=81' })).err).toContain('~ PORT')
    await world.put(world.production, { PORT: '80' })
    await world.envhold(['pull'])
    await world.put(world.production, { PORT: '81' })
    const no = await type(['push'], [['[y/N] ', 'n\r']])
    expect(no.screen).toContain('Nothing was written')
    expect((await world.envhold(['get', 'PORT'])).out).toBe('81')
    const yes = await type(['push'], [['[y/N] ', 'y\r']])
    expect(yes.code).toBe(0)
    expect((await world.envhold(['get', 'PORT'])).out).toBe('80')
  })

  test('a push after someone else’s write shows what they changed, and asks again', async () => {
    await world.put(world.production, { PORT: '80', HOST: 'a' })
    await world.envhold(['pull', '--force'])
    await world.put(world.production, { PORT: '81', HOST: 'a' })
    const others = async () => {
      await world.put(world.production, { PORT: '81', HOST: 'b' })
      return 'y\r'
    }
    const { code, screen } = await type(
      ['push'],
      [
        ['1 changed? [y/N] ', others],
        ['2 changed? [y/N] ', 'y\r'],
      ],
    )
    expect(code).toBe(0)
    expect(screen).toMatch(/version \d+, ada, just now: ~HOST/)
    expect(screen).toContain('Compared with the current shop/production:')
    expect(screen).not.toMatch(/81|'b'/)
    expect((await world.envhold(['pull', '-f', 'json'])).out).toContain('"HOST": "a"')

    await world.put(world.production, { PORT: '82', HOST: 'a' })
    const meanwhile = async () => {
      await world.put(world.production, { PORT: '80', HOST: 'a' })
      return 'y\r'
    }
    const same = await type(['push'], [['1 changed? [y/N] ', meanwhile]])
    expect(same.code).toBe(0)
    expect(same.screen).toContain('already has the variables of .env')
  })

  test('help fits the terminal', async () => {
    const line = `stty cols 44; '${process.execPath}' '${world.bundle}' help sync`
    const { stdout } = spawnSync(script, ['-qec', line, '/dev/null'], { encoding: 'utf8' })
    expect(Math.max(...stdout.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(44)
  })

  test('colors appear, and not with NO_COLOR', async () => {
    expect((await type(['history'], [])).screen).toContain('\u001b[1mVERSION')
    expect((await type(['history'], [], { NO_COLOR: '1' })).screen).not.toContain('\u001b[1m')
  })

  test('what replaces variables of a protected environment asks for its name', async () => {
    const params = { projectId: world.projectId }
    const { environment } = await world.ada.client.call(createEnvironment, { params, body: { name: 'live' } })
    await world.put(environment.id, { A: '1' })
    const words = ['set', 'A=2', '--project', String(world.projectId), '--env', 'live']
    const question = 'This replaces 1 variable in live, which is protected. Type its name to continue: '
    const wrong = await type(words, [[question, 'production\r']])
    expect(wrong.code).toBe(1)
    expect(wrong.screen).toContain('Nothing was written.')
    const right = await type(words, [[question, 'live\r']])
    expect(right.code).toBe(0)
    expect(right.screen).toContain('1 changed (version 2)')
  })
})

import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTerminal } from '../../apps/cli/tests/at-terminal.ts'
import { runAtTerminal } from '../../e2e/terminal.ts'
import { mayOpenBrowser } from './first-page.mjs'
import { root } from './root.mjs'

const screen = { DISPLAY: ':0' }
const at = (platform: NodeJS.Platform, isTerminal = true) => ({ platform, isTerminal })

test.each<[string, Record<string, string>, ReturnType<typeof at>, boolean]>([
  ['a Linux desktop', screen, at('linux'), true],
  ['Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, at('linux'), true],
  ['a Mac', {}, at('darwin'), true],
  ['Windows', {}, at('win32'), true],
  ['a Mac with CI=false', { CI: 'false' }, at('darwin'), true],
  ['a server without a screen', {}, at('linux'), false],
  ['a connection over SSH', { ...screen, SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, at('linux'), false],
  ['a pipe or a service manager', screen, at('linux', false), false],
  ['CI', { CI: 'true' }, at('darwin'), false],
  ['BROWSER=none', { BROWSER: 'none' }, at('darwin'), false],
])('on %s the browser opens: %s', (_, set, where, expected) => {
  expect(mayOpenBrowser(set, where)).toBe(expected)
})

describe.runIf(hasTerminal)('npm start at a terminal', () => {
  let place: string
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'envhold-first-page-'))
    const opener = `#!/bin/sh\necho "$1 $SERVER_SECRET$METRICS_TOKEN" >> '${opened()}'\n`
    await writeFile(join(place, 'xdg-open'), opener)
    await chmod(join(place, 'xdg-open'), 0o755)
  })
  afterAll(() => rm(place, { recursive: true, force: true }))

  const opened = () => join(place, 'opened')
  const readOpened = () => readFile(opened(), 'utf8').catch(() => '')
  /** Runs the server until it is ready, does something with it, and presses Ctrl-C. */
  async function start(
    data: string,
    {
      flags = '',
      env = {},
      work = async () => {},
    }: {
      flags?: string
      env?: Record<string, string>
      work?: (url: string) => Promise<void>
    } = {},
  ): Promise<string> {
    await rm(opened(), { force: true })
    const script = `
      const { runServer } = await import(${JSON.stringify(join(root, 'dev/setup/run-server.mjs'))})
      await runServer(process.execPath, ['build/envhold-server/server/main.js', 'serve', ...process.argv.slice(1)])`
    await writeFile(join(place, 'start.mjs'), script.replace('slice(1)', 'slice(2)'))
    let url = ''
    const ready = async (screen: string) => {
      url = /Envhold is ready at (\S+)/.exec(screen)?.[1] ?? ''
      await work(url)
      // What it opens, it opens at once; what it does not open would come by then.
      for (let tries = 0; tries < 20 && (await readOpened()) === ''; tries++) await sleep(100)
      return '\u0003'
    }
    const { screen: printed, code } = await runAtTerminal(
      `exec '${process.execPath}' '${place}/start.mjs' ${flags}`,
      {
        cwd: root,
        env: {
          PATH: `${place}:${process.env.PATH}`,
          HOME: place,
          DATA_DIR: join(place, data),
          PORT: '0',
          METRICS_TOKEN: 'a-token-for-metrics-of-32-letters',
          ...screen,
          ...env,
        },
        answers: [[/Envhold is ready at \S+\s/, ready]],
        waitMs: 40_000,
      },
    )
    expect(code, printed).toBe(0)
    return (await readOpened()).replace(url, '')
  }

  test('opens the sign-up form of a new instance, and tells the browser no secret', async () => {
    expect(await start('new')).toBe('/login#sign-up \n')
  })

  test('opens nothing once there is an account', async () => {
    const register = async (url: string) => {
      const response = await fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery staple' }),
      })
      expect(response.status).toBe(201)
    }
    await start('used', { env: { BROWSER: 'none' }, work: register })
    expect(await start('used')).toBe('')
  })

  test.each<[string, { flags?: string; env?: Record<string, string> }]>([
    ['--no-open', { flags: '--no-open' }],
    ['BROWSER=none', { env: { BROWSER: 'none' } }],
    ['CI', { env: { CI: 'true' } }],
  ])('opens nothing with %s', async (_, how) => {
    expect(await start('quiet', how)).toBe('')
  })

  test('starts where no browser can be opened', async () => {
    await rm(join(place, 'xdg-open'))
    expect(await start('browserless')).toBe('')
  })
})

// envhold login at a terminal, approved by a user of a real server.

import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  openDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { listPersonalTokens } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, hasTerminal, typeAtTerminal } from './at-terminal.ts'
import { type CliWorld, cliWorld, writeProgram } from './cli-world.ts'

const waiting = 'Waiting … (Ctrl-C cancels)'

describe.runIf(hasTerminal)('login by a code', () => {
  let world: CliWorld
  beforeAll(async () => {
    world = await cliWorld()
    await writeProgram(world.bin, 'xdg-open', `echo "$@" >> '${opened()}'`)
  })
  afterAll(() => world.stop())
  afterEach(() => rm(opened(), { force: true }))

  const opened = () => join(world.home, 'opened')
  const credentials = () => join(world.home, '.config/envhold/credentials.json')
  const screen = { DISPLAY: ':0' }
  const login = (words: readonly string[], answer: Answer, env: Readonly<Record<string, string>> = screen) =>
    typeAtTerminal(world, ['login', ...words], { answers: [[waiting, answer]], env })
  const toServer = () => ['--server', world.server.url]
  const codeIn = (screen: string) =>
    /Your code: ([B-Z]{4}-[B-Z]{4})/.exec(stripVTControlCharacters(screen))?.[1] ?? ''
  const review = async (screen: string) =>
    (await world.ada.client.call(openDeviceLogin, { body: { user_code: codeIn(screen) } })).review
  const approving = async (screen: string) => {
    await world.ada.client.call(approveDeviceLogin, { body: { review: await review(screen) } })
    return ''
  }

  test('opens the page with the code, and saves the token that its user approves', async () => {
    const { code, screen } = await login(toServer(), approving)
    expect(screen).toContain(`Logged in to ${world.server.url} as ada.`)
    expect(code).toBe(0)
    const [page = ''] = (await readFile(opened(), 'utf8')).split('\n')
    const tag = new URL(page).searchParams.get('tag') ?? ''
    expect(tag).toHaveLength(33)
    expect(page).toBe(`${world.server.url}/cli-auth?code=${codeIn(screen)}&tag=${tag}`)
    expect(screen).toContain(page)
    const [saved = ''] = /ppt_\w+/.exec(await readFile(credentials(), 'utf8')) ?? []
    expect(saved).toHaveLength(67)
    expect(screen).not.toMatch(/ppt_|dvc_/)
    const { tokens } = await world.ada.client.call(listPersonalTokens, {})
    expect(tokens[0]?.token_name).toBe(`CLI on ${hostname()}`)
    expect((await world.envhold(['get', 'PORT', '-p', 'shop', '-e', 'production'])).out).toBe('80')
  })

  test.each([
    ['--no-browser', ['--no-browser'], screen],
    ['no screen', [], {}],
    ['a connection over SSH', [], { ...screen, SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }],
  ])('with %s it only shows URL and code', async (_, words, env) => {
    const denying = async (screen: string) => {
      expect(screen).toContain(`/cli-auth?code=${codeIn(screen)}`)
      await world.ada.client.call(denyDeviceLogin, { body: { review: await review(screen) } })
      return ''
    }
    const { code, screen } = await login([...toServer(), ...words], denying, env)
    expect(code).toBe(1)
    expect(screen).toContain('The login was denied. No token was saved.')
    expect(existsSync(opened())).toBe(false)
  })

  test('a browser that cannot be started is no failure', async () => {
    await writeProgram(world.bin, 'xdg-open', 'exit 3')
    expect((await login(toServer(), approving)).code).toBe(0)
  })

  test('Ctrl-C cancels', async () => {
    const before = await readFile(credentials(), 'utf8')
    const { code, screen } = await login(toServer(), '\u0003')
    expect(code).toBe(130)
    expect(screen).toContain('The login was canceled.')
    expect(await readFile(credentials(), 'utf8')).toBe(before)
  })

  /** A server that answers as told; undefined is what an older server says. */
  const withServer = async (
    answers: readonly (object | undefined)[],
    work: (url: string) => Promise<void>,
  ) => {
    const left = [...answers]
    const server = createServer((_, response) => {
      const answer = left.shift()
      const body = answer ?? { error: 'NOT_FOUND', message: 'Not found.', request_id: 'r' }
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  test('a server without it gets the question for a token', async () => {
    await withServer([undefined], async (url) => {
      const { code, screen } = await typeAtTerminal(world, ['login', '--server', url], {
        answers: [['Token (hidden): ', '\u0003']],
      })
      expect(screen).toContain(`Create a token on ${url}/cli-auth`)
      expect(code).toBe(130)
    })
  })

  const started = {
    device_code: 'dvc_x',
    user_code: 'WDJB-MJHT',
    verification_uri: 'http://localhost/cli-auth',
    verification_uri_complete: 'http://localhost/cli-auth?code=WDJB-MJHT',
    expires_in: 600,
    interval: 1,
  }

  test('saves a token before anything else can fail', async () => {
    const token = newToken('ppt').text
    await withServer([started, { status: 'approved', interval: 1, token }], async (url) => {
      expect((await login(['--server', url, '--no-browser'], '')).code).not.toBe(0)
      expect(await readFile(credentials(), 'utf8')).toContain(token)
    })
  })

  test('says when nobody answered in time', async () => {
    const answers = [started, { status: 'expired_token', interval: 1, token: null }]
    await withServer(answers, async (url) => {
      const { code, screen } = await login(['--server', url, '--no-browser'], '')
      expect(screen).toContain('The login has expired. No token was saved.')
      expect(screen).toContain(`revoke it on ${url}/account/tokens`)
      expect(code).toBe(1)
    })
  })
})

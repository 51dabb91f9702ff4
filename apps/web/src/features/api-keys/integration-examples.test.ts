import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { integrationExamples } from './integration-examples.ts'

// Environments of earlier versions may have any name.
const names = ['production', 'qa & load', `it's "$HOME"`, '`id`', 'a/b?c#d', 'ü (100%)!', '{{ secrets.X }}']

test.each(names)('the environment %j keeps its name in a shell and in JavaScript', (environment) => {
  const examples = integrationExamples({ server: 'https://vault.example.com', projectId: 7, environment })
  for (const { id, code } of examples) {
    const quoted = /"https[^"]*"|'https[^']*'/.exec(code)?.[0] ?? ''
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' })
    expect([id, stdout]).toEqual([id, quoted.slice(1, -1)])
    const { pathname, searchParams } = new URL(stdout)
    expect(pathname.split('/').map(decodeURIComponent).at(-1)).toBe(environment)
    expect(searchParams.get('format')).toMatch(/^(dotenv|json)$/)
  }
})

const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  response.end('STAGE=odd\n')
})
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-curl-'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

/** A bare machine has no curl. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl).each(names)('the printed curl fetches the environment %j', async (environment) => {
  const { port } = server.address() as AddressInfo
  const [curl] = integrationExamples({ server: `http://127.0.0.1:${port}`, projectId: 7, environment })
  const shell = spawn('sh', ['-c', curl?.code ?? 'false'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ENVHOLD_API_KEY: 'pak_example' },
  })
  expect(await once(shell, 'exit')).toEqual([0, null])
  expect(await readFile(join(folder, '.env'), 'utf8')).toBe('STAGE=odd\n')
  const { url = '', headers } = requests.at(-1) ?? {}
  const { pathname } = new URL(url, 'http://localhost')
  expect(decodeURIComponent(pathname)).toBe(`/api/v1/inject/7/${environment}`)
  expect(headers?.['x-api-key']).toBe('pak_example')
})

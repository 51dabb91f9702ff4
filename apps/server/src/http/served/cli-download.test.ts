import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cliDownloads, installCommand } from '@envhold/contract/pages/cli-download.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StartedServer, startServer } from '../../../../../dev/world/start-server.ts'
import { version } from '../../config/version.ts'

const publicUrl = 'http://vault.localhost:4699'
let server: StartedServer
let folder: string
beforeAll(async () => {
  server = await startServer({ engine: 'sqlite', settings: { PUBLIC_URL: publicUrl } })
  folder = await mkdtemp(join(tmpdir(), 'envhold-download-'))
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

describe.each(Object.values(cliDownloads))('$path', ({ path, type }) => {
  test('is served with its digest', async () => {
    const answer = await fetch(`${server.url}${path}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const digest = createHash('sha256').update(bytes).digest()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${digest.toString('base64')}:`)
    const sum = await fetch(`${server.url}${path}.sha256`)
    expect(await sum.text()).toBe(`${digest.toString('hex')}  ${path.split('/').at(-1)}\n`)
  })

  test('responds to HEAD, and with 304 to a client that has the file', async () => {
    const head = await fetch(`${server.url}${path}`, { method: 'HEAD' })
    const etag = head.headers.get('etag') ?? ''
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(10_000)
    for (const known of [etag, `"older", ${etag}`]) {
      const again = await fetch(`${server.url}${path}`, { headers: { 'if-none-match': known } })
      expect(again.status).toBe(304)
    }
  })
})

test('the downloaded file runs, and has the version of the server', async () => {
  const file = join(folder, 'envhold.mjs')
  await writeFile(file, await (await fetch(`${server.url}${cliDownloads.script.path}`)).text())
  expect(execFileSync('node', [file, '--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
})

test('the printed command installs it', () => {
  const command = `${installCommand(server.url)} --prefix '${folder}' --no-audit --no-fund`
  execFileSync('sh', ['-c', command], { stdio: 'pipe' })
  expect(execFileSync(join(folder, 'bin/envhold'), ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`)
})

test('both files log in to the server that served them', () => {
  for (const [command, ...words] of [['node', join(folder, 'envhold.mjs')], [join(folder, 'bin/envhold')]]) {
    const env = { PATH: process.env.PATH, HOME: folder }
    const { stderr } = spawnSync(command ?? '', [...words, 'projects'], {
      env,
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stderr).toContain(`You are not logged in to ${publicUrl}.`)
  }
})

test('no other file is served there', async () => {
  for (const path of ['/cli/', '/cli/package.json', '/cli/envhold.tgz/x', '/cli/..%2fenvhold.mjs']) {
    const answer = await fetch(`${server.url}${path}`)
    expect([200, 404]).toContain(answer.status)
    expect(answer.headers.get('content-type')).not.toContain('javascript')
  }
})

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../world/postgres-process.ts'
import { sampleVariables } from '../inject-world.ts'
import { expected } from '../measure.ts'
import { fillInfisical } from './infisical.ts'
import { startOpenBao } from './openbao.ts'

const variables = sampleVariables(50)
const connections = 3
const seconds = 0.2
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-peers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('OpenBao starts from the archive of a release, and a token that reads one path fetches the variables', async () => {
  const script = fileURLToPath(new URL('./fake-openbao.ts', import.meta.url))
  await writeFile(join(folder, 'bao'), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`)
  await chmod(join(folder, 'bao'), 0o755)
  const archive = join(folder, 'bao_Linux_x86_64.tar.gz')
  await run('tar', ['-czf', archive, '-C', folder, 'bao'])

  const peer = await startOpenBao(archive, variables)
  try {
    const { answers, unexpected } = await expected(peer.target, connections, seconds)
    expect(answers).toBeGreaterThanOrEqual(connections)
    expect(unexpected).toBe(0)
    expect(peer.bytes).toBeGreaterThan(JSON.stringify(variables).length)
  } finally {
    await peer.stop()
  }
  await expect(fetch(peer.target.requests[0]?.url ?? '')).rejects.toThrow()
})

test('a file that cannot be run is reported', async () => {
  await writeFile(join(folder, 'text'), 'text')
  await expect(startOpenBao(join(folder, 'text'), variables)).rejects.toThrow('EACCES')
})

test('a new Infisical gets a project with the variables', async () => {
  let stored: Record<string, unknown> = {}
  const answers: Record<string, (body: unknown) => unknown> = {
    'POST /api/v1/admin/bootstrap': () => ({ identity: { credentials: { token: 'a-token' } } }),
    'POST /api/v1/projects': () => ({ project: { id: 'p1', environments: [{ slug: 'dev' }] } }),
    'POST /api/v4/secrets/batch': (body) => {
      stored = body as Record<string, unknown>
      return { secrets: [] }
    },
    'GET /api/v4/secrets': () => ({ secrets: stored.secrets, imports: [] }),
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://infisical')
    const body = request.method === 'GET' ? undefined : await json(request)
    const isAllowed = pathname.endsWith('bootstrap') || request.headers.authorization === 'Bearer a-token'
    const isStored = request.method !== 'GET' || searchParams.get('projectId') === stored.projectId
    response.statusCode = isAllowed && isStored ? 200 : 403
    response.end(JSON.stringify(answers[`${request.method} ${pathname}`]?.(body)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const peer = await fillInfisical(url, variables)
    expect(stored).toMatchObject({ projectId: 'p1', environment: 'dev', secretPath: '/' })
    expect((await expected(peer.target, connections, seconds)).unexpected).toBe(0)
    stored = { ...stored, secrets: [{ secretKey: 'OTHER', secretValue: 'x' }] }
    answers['POST /api/v4/secrets/batch'] = () => ({ secrets: [] })
    await expect(fillInfisical(url, variables)).rejects.toThrow('not with the variables that were stored')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

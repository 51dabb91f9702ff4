import { hash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedForTests, serveForTests } from '../../../../../dev/world/serve-for-tests.ts'
import { darkStyles } from '../../mail/mail-styles.ts'
import { typeOf } from './web-app.ts'

let folder: string
let served: ServedForTests

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-web-'))
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true })
  await writeFile(join(folder, 'outside.txt'), 'outside')
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>Envhold</title>')
  await writeFile(join(folder, 'dist', 'operator.html'), '<!doctype html><title>Admin</title>')
  await writeFile(join(folder, 'dist', 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'dist', '.hidden'), 'hidden')
  await writeFile(join(folder, 'dist', 'gone.txt'), 'here')
  await writeFile(join(folder, 'dist', 'assets', 'main-abc123.js'), 'plain')
  await writeFile(join(folder, 'dist', 'assets', 'main-abc123.js.br'), brotliCompressSync('squeezed'))
  served = await serveForTests([], {
    webApp: join(folder, 'dist'),
    settings: { PUBLIC_URL: 'https://vault.example.com' },
  })
})
afterAll(async () => {
  await served.stop()
  await rm(folder, { recursive: true })
})

const get = (path: string, init?: RequestInit) =>
  fetch(`${served.url}${path}`, { redirect: 'manual', ...init })

test.each([
  '/',
  '/dashboard',
  '/projects/7/environments',
  '/docs',
  '/projects/a%2Fb',
  '/apiary',
  '/administrator',
  '/project/admin',
  '/x?next=/a.b',
  '/not-me%23not-me.7..mh3k.a_b-c',
  '/not-me%2523not-me.7..mh3k.a_b-c',
])('serves the page at %s, and clients revalidate it each time', async (path) => {
  const response = await get(path)
  expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Envhold</title>'])
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test.each(['/admin', '/admin/', '/admin/users', '/admin/roles/7', '/admin?tab=a.b', '/admin%23x'])(
  'serves the operator’s page at %s',
  async (path) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>Admin</title>'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
  },
)

test.each(['/', '/admin', '/admin%23x'])('%s has a strict content security policy', async (path) => {
  const { headers } = await get(path)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'; require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/\*|https?:/)
  // Previews of mails, which have style attributes and one style sheet, and nothing else.
  const [, ofMails] = policy?.split("; trusted-types 'none'") ?? []
  expect(ofMails).toBe(
    path.startsWith('/admin')
      ? `; frame-src blob:; style-src-elem 'self' 'sha256-${hash('sha256', darkStyles, 'base64')}'; style-src-attr 'unsafe-inline'`
      : '',
  )
  expect(policy?.replace(ofMails ?? '', '')).not.toContain('unsafe')
  expect(Object.fromEntries(headers)).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
})

test('hashed files may be cached for a year, and are compressed for clients that accept it', async () => {
  const squeezed = await get('/assets/main-abc123.js', {
    headers: { 'accept-encoding': 'br' },
    method: 'HEAD',
  })
  expect(squeezed.headers.get('content-encoding')).toBe('br')
  const plain = await get('/assets/main-abc123.js', { headers: { 'accept-encoding': 'identity' } })
  expect(await plain.text()).toBe('plain')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test.each([
  '/assets/main-000000.js',
  '/favicon.ico',
  '/admin/x.js',
  '/.hidden',
  '/../outside.txt',
  '/..%2foutside.txt',
  '/assets/..%2f..%2foutside.txt',
  '/assets/%2e%2e/%2e%2e/outside.txt',
  '/%00.txt',
  '/api',
  '/api/nowhere',
])('responds 404 to %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })
})

test('pages accept only GET and HEAD', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await get('/dashboard', { method })).status).toBe(404)
  expect((await get('/dashboard', { method: 'HEAD' })).status).toBe(200)
})

test('a client that has a file gets 304, for each encoding on its own', async () => {
  const etagOf = async (encoding: string) => {
    const { headers } = await get('/assets/main-abc123.js', { headers: { 'accept-encoding': encoding } })
    return headers.get('etag') ?? ''
  }
  const [plain, squeezed] = [await etagOf('identity'), await etagOf('br')]
  expect(plain).toMatch(/^W\/"[\w-]+"$/)
  expect(squeezed).not.toBe(plain)
  const knows = async (encoding: string, tags: string) => {
    // Without an explicit cache-control, fetch adds no-cache to the condition.
    const headers = { 'accept-encoding': encoding, 'if-none-match': tags, 'cache-control': 'max-age=0' }
    const response = await get('/assets/main-abc123.js', { headers })
    return [response.status, await response.text(), response.headers.get('cache-control')]
  }
  const forever = 'public, max-age=31536000, immutable'
  for (const tags of [plain, `"other", ${plain}`, plain.replace('W/', '')])
    expect(await knows('identity', tags), tags).toEqual([304, '', forever])
  expect(await knows('br', squeezed)).toEqual([304, '', forever])
  expect(await knows('br', plain)).toEqual([200, 'squeezed', forever])
  expect(await knows('identity', '"other"')).toEqual([200, 'plain', forever])
})

test('HEAD gets the headers of GET', async () => {
  const of = async (method: string) => {
    const response = await get('/favicon.svg', { method })
    const {
      date,
      connection,
      'keep-alive': _,
      'x-request-id': __,
      ...headers
    } = Object.fromEntries(response.headers)
    return { headers, text: await response.text() }
  }
  const whole = await of('GET')
  expect(whole).toMatchObject({ text: '<svg/>', headers: { 'content-length': '6' } })
  expect(await of('HEAD')).toEqual({ ...whole, text: '' })
})

test('answers a request for a part with the whole file', async () => {
  for (const range of ['bytes=0-1', 'bytes=9999-', 'bytes=x']) {
    const response = await get('/favicon.svg', { headers: { range } })
    expect([response.status, await response.text()]).toEqual([200, '<svg/>'])
    expect(response.headers.has('accept-ranges')).toBe(false)
  }
})

test('a file that was deleted since the start is not found', async () => {
  await rm(join(folder, 'dist', 'gone.txt'))
  expect((await get('/gone.txt')).status).toBe(404)
})

test('each file of the built web app has a type', async () => {
  const web = new URL('../../../../../build/envhold-server/web', import.meta.url)
  const files = (await readdir(web, { recursive: true })).filter((file) => /\.(?!br$|gz$)\w+$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => typeOf(file) === 'application/octet-stream')).toEqual([])
  expect(['a.html', 'b/c.js', 'd.woff2', 'e'].map(typeOf)).toEqual([
    'text/html; charset=utf-8',
    'text/javascript; charset=utf-8',
    'font/woff2',
    'application/octet-stream',
  ])
})

test('without a built web app the API works, and pages explain how to build it', async () => {
  const bare = await serveForTests([], { webApp: join(folder, 'nowhere') })
  const response = await fetch(`${bare.url}/dashboard`)
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build')])
  expect((await fetch(`${bare.url}/api/x`)).status).toBe(404)
  expect(bare.logged()).toContain('the web app is not built')
  await bare.stop()
})

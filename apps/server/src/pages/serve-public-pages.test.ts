import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import type { PlanOffer } from '@envhold/contract/billing/plan-offers.ts'
import { startingOffers } from '@envhold/contract/billing/starting-offers.ts'
import type { Announcement } from '@envhold/contract/pages/announcement.ts'
import { documentedOrigin, publicPages } from '@envhold/contract/pages/public-pages.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../http/log/log.ts'
import { type HttpServer, openServer } from '../http/open-server.ts'
import { webAppRoutes } from '../http/served/web-app.ts'
import { publicPageRoutes } from './serve-public-pages.ts'

const offers: readonly PlanOffer[] = startingOffers.map((offer, index) => ({ ...offer, id: index + 1 }))
const landing = `<link href="${documentedOrigin}/">⟦#plans⟧<h3>⟦name⟧</h3><p>⟦description⟧ ⟦price⟧ ⟦priceNote⟧ ⟦action⟧</p>⟦#lines⟧<li>⟦line⟧</li>⟦/lines⟧⟦/plans⟧<p>⟦plansNote⟧⟦freePlan⟧: Free⟦freeFor⟧.</p>⟦#announcements⟧<b data-id="⟦id⟧" data-level="⟦level⟧" data-long="⟦long⟧">⟦text⟧</b>⟦/announcements⟧<i>⟦signUps⟧ ⟦signUpNote⟧</i>`

let folder: string
let server: HttpServer
let url: string
let plans: () => readonly PlanOffer[]
let announced: Announcement | null = null
let signUps: SignUpMode = 'open'
let isDown = false
let now = 0
let reads = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-pages-'))
  await mkdir(join(folder, 'pages'))
  await writeFile(join(folder, 'index.html'), 'the app')
  await writeFile(join(folder, 'operator.html'), 'the operator area')
  for (const { name } of publicPages)
    await writeFile(
      join(folder, 'pages', `${name}.html`),
      name === 'landing'
        ? landing
        : name === 'status'
          ? 'page status ⟦state⟧ ⟦stateText⟧ since ⟦since⟧ ⟦!text⟧'
          : `page ${name}`,
    )
  const config = readConfig({ PUBLIC_URL: 'https://vault.example.com', DATA_DIR: join(folder, 'data') })
  const log = createLog('silent')
  const readPlans = async () => {
    reads += 1
    return plans()
  }
  const pages = publicPageRoutes({
    folder,
    documents: [{ name: 'runbooks/README.md', read: async () => ({ text: '', textNote: '' }) }],
    config,
    log,
    clock: () => now,
    readPlans,
    readAnnouncement: async () => announced,
    readSignUpMode: async () => signUps,
    isWorking: async () => !isDown,
  })
  const { routes, notFound } = webAppRoutes(folder, log)
  const served = { routes: [...pages, ...routes], notFound, onAnswered: [] }
  server = openServer(config, { log, onTampered: async () => {} }, served)
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  server.server.closeAllConnections()
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  plans = () => offers
  now += 10_000
})

const get = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init)

test('each public page is a document of its own, and everything else is the app’s', async () => {
  for (const { path, name } of publicPages.filter((page) => page.name !== 'landing')) {
    const response = await get(path)
    const [text, start] = [await response.text(), `page ${name}`]
    expect([response.status, text.slice(0, start.length)]).toEqual([200, start])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(response.headers.has('x-robots-tag')).toBe(false)
  }
  for (const path of ['/dashboard', '/admin', '/project/7']) {
    const response = await get(path)
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(await response.text()).toMatch(/^the (app|operator area)$/)
  }
})

test('a page holds the address and the plans of the instance without any script', async () => {
  const [free, pro] = offers
  plans = () =>
    [free, { ...pro, display_name: 'A & <B>', price_monthly: 4.5, price_yearly: null }] as PlanOffer[]
  expect(await (await get('/')).text()).toBe(
    '<link href="https://vault.example.com/">' +
      '<h3>Free</h3><p>For one project and a small team $0 for as long as you like Start Free Now</p>' +
      '<li>1 project</li><li>2 collaborators</li><li>50 MB of storage</li>' +
      '<li>1,000 API calls per month</li><li>100 API calls per hour and key</li>' +
      '<h3>A &amp; &lt;B&gt;</h3><p>For teams with many projects $4.50  Start on Free</p>' +
      '<li>Unlimited projects</li><li>Unlimited collaborators</li><li>1 GB of storage</li><li>API calls without a monthly limit</li>' +
      '<li>1,000 API calls per hour and key</li><p>Free: Free for one project.</p><i>open </i>',
  )
  plans = () => [{ ...free, display_name: 'Hobby', max_projects: 3 }, pro] as PlanOffer[]
  now += 1_000
  const changed = await (await get('/')).text()
  expect(changed).toContain('<p>Hobby: Free for 3 projects.</p>')
  expect(changed).toContain('Start on Hobby')
})

test('a changed price is shown within a second, with a new ETag', async () => {
  const before = await get('/')
  plans = () => offers.map((offer) => ({ ...offer, price_monthly: 7 }))
  expect((await get('/')).headers.get('etag')).toBe(before.headers.get('etag'))
  now += 1_000
  const after = await get('/')
  expect(await after.text()).toContain('$7')
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
})

test('a page says what operators announce, as plain text, and whether accounts can be created', async () => {
  announced = { id: 'a1', text: 'Away on <b>Sunday</b>', level: 'warning', until: null }
  signUps = 'closed'
  const text = await (await get('/')).text()
  expect(text).toContain(
    'data-id="a1" data-level="warning" data-long="no">Away on &lt;b&gt;Sunday&lt;/b&gt;<',
  )
  expect(text).toContain('<i>closed This server accepts no new accounts at the moment.</i>')
  announced = null
  signUps = 'open'
  now += 1_000
  expect(await (await get('/')).text()).not.toContain('Sunday')
})

test('many requests read the plans once', async () => {
  reads = 0
  await Promise.all(Array.from({ length: 50 }, () => get('/').then((response) => response.text())))
  expect(reads).toBe(1)
})

test('without its database the page shows the last plans', async () => {
  await get('/')
  now += 10_000
  plans = () => {
    throw new Error('the database is away')
  }
  const response = await get('/')
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('$5')
})

/** As it is sent: fetch decompresses. */
const raw = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; length: number }>(
    (resolve, reject) => {
      request(`${url}${path}`, { headers, method }, (response) => {
        let length = 0
        response.on('data', (chunk: Buffer) => {
          length += chunk.length
        })
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, length }))
      })
        .on('error', reject)
        .end()
    },
  )

test.each([
  ['br, gzip', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['broccoli', undefined],
])('a client that accepts %j gets %s', async (accepted, encoding) => {
  const { status, headers, length } = await raw('/', { 'accept-encoding': accepted })
  expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'accept-encoding'])
  expect(Number(headers['content-length'])).toBe(length)
  const head = await raw('/', { 'accept-encoding': accepted }, 'HEAD')
  expect([head.status, head.headers['content-length'], head.length]).toEqual([200, String(length), 0])
  const again = await raw('/', { 'accept-encoding': accepted, 'if-none-match': String(headers.etag) })
  expect([again.status, again.length]).toEqual([304, 0])
})

test('pages accept only GET and HEAD, and their sources are not served', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect((await get('/', { method })).status).toBe(404)
  expect((await get('/pages/landing.html')).status).toBe(404)
})

test('search engines find the public pages and nothing else', async () => {
  expect(await (await get('/robots.txt')).text()).toBe(
    'User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: https://vault.example.com/sitemap.xml\n',
  )
  const response = await get('/sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const locations = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at)
  expect(locations).toEqual(
    ['/', '/docs', '/about', '/contact', '/privacy', '/terms'].map(
      (path) => `https://vault.example.com${path}`,
    ),
  )
})

test('the status page says whether the server works, since when, and what operators wrote', async () => {
  const read = async () => {
    now += 10_000
    return await (await fetch(`${url}/status`)).text()
  }
  expect(await read()).toMatch(/page status up Everything works since Jan 1, 1970, 00:00 UTC/)
  expect(await read()).toContain('No incident has been reported')
  await mkdir(join(folder, 'data', 'pages'), { recursive: true })
  await writeFile(join(folder, 'data', 'pages', 'status.md'), '## Slow answers on 3 March')
  expect(await read()).toContain('Slow answers on 3 March')
  isDown = true
  expect(await read()).toMatch(/page status limited The database does not answer/)
  isDown = false
})

test.each(['/.well-known/security.txt', '/security.txt'])(
  '%s says whom to tell, and has not expired',
  async (path) => {
    const answer = await fetch(url + path)
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
    expect(text).toContain('Canonical: https://vault.example.com/.well-known/security.txt')
    expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')).toBeGreaterThan(now + 100 * 86_400_000)
  },
)

import { endpoint } from '@envhold/contract/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedForTests, serveForTests } from '../../../../dev/world/serve-for-tests.ts'
import { route } from './route.ts'

const toOwn = endpoint('GET /own', {
  name: 'toOwn',
  tag: 'Test',
  summary: 'Lead on.',
  audience: 'anyone',
  redirects: ['own-path'],
  success: 303,
  errors: [],
})
const toProvider = endpoint('GET /provider', {
  ...toOwn,
  name: 'toProvider',
  redirects: ['provider'],
  success: 302,
})
const toNowhere = endpoint('GET /nowhere', { ...toOwn, name: 'toNowhere', redirects: [] })

let served: ServedForTests
let location: string | undefined
beforeAll(async () => {
  const handle = async () => ({ ...(location !== undefined && { location }) })
  served = await serveForTests([route(toOwn, handle), route(toProvider, handle), route(toNowhere, handle)], {
    settings: { PUBLIC_URL: 'https://vault.example' },
    providers: ['https://checkout.example.com'],
  })
})
afterAll(() => served.stop())

const ask = async (path: string, to: string | undefined) => {
  location = to
  const { status, headers } = await fetch(`${served.url}/api${path}`, { redirect: 'manual' })
  return [status, headers.get('location')]
}

test('redirects to a path of this server, or to a page of a listed provider', async () => {
  expect(await ask('/own', '/subscription?success=true')).toEqual([303, '/subscription?success=true'])
  expect(await ask('/own', '/a/../b#c')).toEqual([303, '/b#c'])
  const page = 'https://checkout.example.com/pay/cs_1?x=1'
  expect(await ask('/provider', page)).toEqual([302, page])
})

test.each([
  ['/own', 'https://vault.example/dashboard'],
  ['/own', '//evil.example/'],
  ['/own', '/\\evil.example/'],
  ['/own', '/\t/evil.example/'],
  ['/own', 'javascript:alert(1)'],
  ['/own', 'https://checkout.example.com/'],
  ['/own', `/${'x'.repeat(2_000)}`],
  ['/own', undefined],
  ['/provider', '/dashboard'],
  ['/provider', 'http://checkout.example.com/'],
  ['/provider', 'https://checkout.example.com:8443/'],
  ['/provider', 'https://checkout.example.com@evil.example/'],
  ['/provider', 'https://user:pw@checkout.example.com/'],
  ['/provider', 'https://checkout.example.com.evil.example/'],
  ['/nowhere', '/dashboard'],
])('%s does not lead to %j', async (path, to) => {
  expect(await ask(path, to)).toEqual([500, null])
  expect(served.logged()).not.toContain('evil.example')
})

// Calls with tickets and codes that are none: each is rejected, none fails, and the log has nothing of them.
// `npm test -- --long` sends 10,000.

import { randomBytes, randomInt } from 'node:crypto'
import { newToken } from '@envhold/integrity/token.ts'
import { expect, inject, test } from 'vitest'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { signUpWithTotp, ticketOf } from '../../../../../../dev/world/with-totp.ts'

const app = withApp('sqlite')
/** In everything that is sent. */
const mark = `Zq${randomBytes(6).toString('hex')}`

/** Each of 40 calls. A short run sends every kind of garbage to every call many times. */
const rounds = inject('longRuns') ? 250 : 30

const garbage: readonly (() => unknown)[] = [
  () => randomBytes(randomInt(1, 100)).toString('latin1'),
  () => `mfa_${mark}`,
  () => `${newToken('mfa').text}${mark}`,
  () => newToken('ses').text,
  () => '１２３４５６',
  () => `${randomInt(10 ** 9)}${mark}`,
  () => ' '.repeat(randomInt(100)),
  () => `${mark}\0\ud800`,
  () => randomInt(1_000_000),
  () => null,
  () => [mark],
  () => ({ [mark]: mark }),
  () => '0-'.repeat(30_000),
  () => undefined,
]
const any = () => garbage[randomInt(garbage.length)]?.()

test(`${rounds * 40} malformed tickets and codes: no 5xx, and nothing of them in the log`, async () => {
  const someone = await signUpWithTotp(app)
  const ticket = await ticketOf(app, someone)
  const calls = [
    ['/api/auth/mfa/totp', () => ({ ticket: any(), code: any() })],
    ['/api/auth/mfa/recovery-code', () => ({ ticket: any(), code: any() })],
    ['/api/auth/mfa/totp', () => ({ ticket, code: any() })],
    ['/api/auth/mfa/recovery-code', () => ({ ticket, code: any() })],
    ['/api/auth/confirm-totp', () => ({ code: any() })],
    ['/api/auth/confirm-recovery-code', () => ({ code: any() })],
    ['/api/auth/totp/confirm', () => ({ code: any() })],
  ] as const
  const statuses = new Set<number>()
  const send = async () => {
    const [path, body] = calls[randomInt(calls.length)] ?? calls[0]
    const { status } = await app.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${someone.token}` },
      body: JSON.stringify(body()),
    })
    statuses.add(status)
  }
  for (let round = 0; round < rounds; round++) await Promise.all(Array.from({ length: 40 }, send))
  expect([...statuses].filter((status) => status < 400 || status >= 500)).toEqual([])
  for (const text of [mark, '１２３', ticket.slice(18), someone.secret])
    expect(app.logged()).not.toContain(text)
  expect(app.logged()).toContain('"route":"/api/auth/mfa/totp"')
})

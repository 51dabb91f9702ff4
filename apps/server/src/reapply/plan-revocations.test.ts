import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret, parseServerSecret, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { expect, test } from 'vitest'
import {
  type AuthenticFact,
  parseRevocation,
  revocationMac,
  revocationText,
} from '../features/audit-log/revocation.ts'
import { planRevocations } from './plan-revocations.ts'
import { readLog } from './store-plan.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const others = serverSecrets([parseServerSecret(newServerSecret())])

const fact = (number: number, overrides: Partial<AuthenticFact> = {}, by = secrets): AuthenticFact => {
  const row = {
    id: String(number).padStart(16, '0'),
    at: 1_000 + number,
    kind: 'api_key',
    user_id: null,
    project_id: 7,
    environment_id: null,
    subject: `key${number}`,
    ...overrides,
  }
  return { ...row, mac: revocationMac.of(by, row) }
}

const plan = (facts: readonly AuthenticFact[], ids: readonly string[] = []) =>
  planRevocations(facts, { secrets, ids: new Set(ids), since: 1_000 })

test('an empty log asks for nothing', () => {
  expect(plan([])).toEqual({ lacking: [], known: 0, rejected: 0 })
})

test('of 10,000 revocations, those that the restored database lacks are left, the oldest first', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => fact(number))
  const known = all.slice(0, 4_000).map(({ id }) => id)
  const planned = plan(all.toReversed(), known)
  expect(planned).toMatchObject({ known: 4_000, rejected: 0 })
  expect(planned.lacking).toEqual(all.slice(4_000))
})

test('what another server wrote, was changed, is unknown or too old is not followed', () => {
  const changed = { ...fact(1), subject: 'another key' }
  const raised = { ...fact(2), at: 5_000 }
  const planned = plan([
    fact(3, {}, others),
    changed,
    raised,
    fact(4, { kind: 'grant_everything' }),
    fact(5, { at: 999 }),
    fact(6),
  ])
  expect(planned).toEqual({ lacking: [fact(6)], known: 1, rejected: 4 })
})

test('the newest of the same thing stands for the older ones, also once it is known', () => {
  const [older, newer] = [fact(1, { subject: 'key' }), fact(2, { subject: 'key' })]
  expect(plan([newer, older]).lacking).toEqual([newer])
  expect(plan([older, newer], [newer.id]).lacking).toEqual([])
})

test.each([
  fact(1),
  fact(2, { kind: 'collaborator_environment', user_id: 3, environment_id: 9, subject: '' }),
  fact(3, { kind: 'role', subject: 'Ünusual:role name' }),
])('a revocation is one word of a line: %j', (row) => {
  const text = revocationText(row)
  expect(text).toMatch(/^[\w:-]+$/)
  expect(parseRevocation(`{"msg":"x","revocation":"${text}"}`)).toEqual({ ...row, mac: Buffer.from(row.mac) })
  expect(parseRevocation(text.slice(0, -1))).toBeUndefined()
})

test('a log is read however it was collected, and its broken lines are counted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-log-'))
  const path = join(folder, 'log')
  try {
    const text = revocationText(fact(1))
    await writeFile(
      path,
      [`x ${text} y`, JSON.stringify({ log: `"${text}"` }), text.slice(0, 40), '', 'z'].join('\r\n'),
    )
    const { facts, garbled } = await readLog(path)
    expect(facts).toHaveLength(1)
    expect(garbled).toBe(1)
    await expect(readLog(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT)')
  } finally {
    await rm(folder, { recursive: true })
  }
})

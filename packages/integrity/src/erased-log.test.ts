import { expect, it } from 'vitest'
import { activityDigest, activityLink } from './activity-chain.ts'
import { verifyProjectLog } from './project-log.ts'

type Line = Record<string, unknown>

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const chain = 'activity/project/7'
const mac = '01'.repeat(33)

/** Four entries, their links, and what each line is when the second is erased. */
function logged(): Line[] {
  let previousLink: Uint8Array | null = null
  return [1, 2, 3, 4].map((position): Line => {
    const what = { eventType: 'user_invited', category: 'team_changes', severity: 'low' }
    const who = { userId: 3, tokenId: null, projectId: 7, environmentId: null, ip: '::1', requestId: 'r' }
    const entry = { sequence: position, at: position, description: 'Invited Bob', ...what, ...who }
    const digest = activityDigest(entry)
    const link = activityLink({ chain, previousLink, position, digest })
    previousLink = link
    const isErased = position === 2
    return {
      position,
      sequence: position,
      at: position,
      event_type: entry.eventType,
      category: entry.category,
      severity: entry.severity,
      description: isErased ? 'Invited a deleted account' : entry.description,
      user_id: 3,
      token_id: null,
      project_id: 7,
      environment_id: null,
      ip: '::1',
      request_id: isErased ? null : 'r',
      digest: isErased ? hex(digest) : null,
      erasure_mac: isErased ? mac : null,
      link: hex(link),
      mac,
    }
  })
}

const mark = (kind: 'begin' | 'end', name: string, sequence: number, link: unknown) => ({
  [kind]: name,
  sequence,
  link,
})

async function verify(entries: readonly Line[], version: unknown = 2) {
  const lines = [
    {
      format: 'envhold-log',
      version,
      instance_id: 'i',
      project_id: 7,
      project_name: 'Shop',
      created_at: '2027-01-01T00:00:00.000Z',
      root: null,
    },
    mark('begin', 'usage/7', 0, null),
    mark('end', 'usage/7', 0, null),
    mark('begin', chain, 0, null),
    ...entries,
    mark('end', chain, entries.length, entries.at(-1)?.link ?? null),
  ]
  async function* chunks() {
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  const { fault, chains } = await verifyProjectLog(chunks())
  return { why: fault?.why, at: fault?.sequence, erased: chains.at(-1)?.erased }
}

const change = (changes: Line) =>
  logged().map((line) => (line.position === 2 ? { ...line, ...changes } : line))

it('is valid with an entry that has lost its names, and counts it', async () => {
  expect(await verify(logged())).toEqual({ why: undefined, at: undefined, erased: 1 })
})

it.each<[string, Line]>([
  ['another digest', { digest: '02'.repeat(32) }],
  ['no digest', { digest: null }],
  ['no MAC', { erasure_mac: null }],
  ['neither', { digest: null, erasure_mac: null }],
  ['a digest of another length', { digest: '02'.repeat(31) }],
  ['a MAC that is none', { erasure_mac: 7 }],
  ['another place', { position: 3 }],
  ['another project', { project_id: 8 }],
])('is invalid with %s', async (_, changes) => {
  expect(await verify(change(changes))).toMatchObject({ at: 2, why: expect.any(String), erased: 0 })
})

it('reads a file of version 1, which has nothing erased', async () => {
  const whole = logged().map(({ digest: _, erasure_mac: __, ...line }) => line)
  expect(await verify([whole[0] ?? {}], 1)).toMatchObject({ why: undefined, erased: 0 })
  expect(await verify(whole, 1)).toMatchObject({ at: 2, why: 'The entry was changed.' })
  // Neither has the fields of the other.
  expect(await verify([whole[0] ?? {}], 2)).toMatchObject({ at: 1 })
  expect(await verify([logged()[0] ?? {}], 1)).toMatchObject({ at: 1 })
})

it.each([0, 3, '2', null])('is invalid with version %j', async (version) => {
  expect((await verify(logged(), version)).why).toMatch(/another version/)
})

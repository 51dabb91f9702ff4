import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import {
  packUsage,
  type UsagePoint,
  usageDigest,
  usageLink,
  usageMac,
  verifyUsageMac,
} from './usage-chain.ts'
import { type UsageFinding, type UsagePack, type UsageStart, walkUsage } from './usage-walk.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const projectId = 7
const beginning: UsageStart = { projectId, sequence: 0, link: null }

const entriesOf = (count: number) =>
  packUsage(
    Array.from({ length: count }, (_, index) => ({
      durationUs: index,
      requestId: `r${index}`,
      status: 200,
      variables: 1,
      environmentId: 1,
      environmentName: 'production',
      method: 'GET',
      endpoint: '/',
      ip: '',
      calls: 1,
    })),
  )

/** Appends a commit with a pack for each number of entries. */
function append(chain: UsagePack[], start: UsageStart, counts: readonly number[], at: number): UsageStart {
  const first = start.sequence + 1
  let last = start.sequence
  const packs = counts.map((count, index): UsagePack => {
    const [apiKeyId, entries] = [`key-${at}-${index}`, entriesOf(count)]
    last += count
    const content = { apiKeyId, entries, erased: false, digest: usageDigest(apiKeyId, entries) }
    return { first: last - count + 1, last, at, ...content, link: null, mac: null }
  })
  const link = usageLink({ ...start, previousLink: start.link, first, at, packs })
  const point = { projectId: start.projectId, sequence: last, link }
  const mac = usageMac(secrets, point)
  chain.push(...packs.map((pack, index) => (index === packs.length - 1 ? { ...pack, link, mac } : pack)))
  return point
}

function chainOf(commits: readonly (readonly number[])[], from = beginning) {
  const packs: UsagePack[] = []
  const points = [from]
  for (const [index, counts] of commits.entries())
    points.push(append(packs, points.at(-1) ?? from, counts, 1_000 + index))
  return { packs, points, end: points.at(-1) ?? from }
}

function isAuthentic(point: UsagePoint, mac: Uint8Array): boolean {
  try {
    verifyUsageMac(secrets, point, mac)
    return true
  } catch {
    return false
  }
}

function walk(packs: readonly UsagePack[], start = beginning, check: typeof isAuthentic = isAuthentic) {
  const walking = walkUsage(start, check)
  let fault: UsageFinding | null = null
  for (const pack of packs) {
    fault = walking.add(pack)
    if (fault) break
  }
  return { fault: fault ?? walking.end(), reached: walking.reached() }
}

const erase = (pack: UsagePack): UsagePack => ({ ...pack, erased: true, apiKeyId: '', entries: '' })
const commits = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 5,
})

describe('a walk', () => {
  it('passes through every chain, whatever was erased, and from every point', () => {
    fc.assert(
      fc.property(commits, fc.array(fc.boolean()), (written, erased) => {
        const { packs, points, end } = chainOf(written)
        const left = packs.map((pack, index) => (erased[index] ? erase(pack) : pack))
        for (const point of points) {
          const rest = left.filter(({ first }) => first > point.sequence)
          expect(walk(rest, point)).toEqual({ fault: null, reached: end })
        }
      }),
    )
  })

  it('ends early at a chain that was cut off, so that its head shows what is missing', () => {
    const { packs, points } = chainOf([[2], [3]])
    expect(walk(packs.slice(0, 1))).toEqual({ fault: null, reached: points[1] })
  })
})

/** Every way to falsify the chain at one pack. `erased` packs have nothing but place, time, digest and MAC. */
function* falsified(packs: readonly UsagePack[], index: number): Generator<[string, UsagePack[]]> {
  const pack = packs[index]
  if (!pack) return
  const replaced = (by: Partial<UsagePack>) => packs.with(index, { ...pack, ...by })
  const other = new Uint8Array(32)
  yield ['digest', replaced({ digest: other })]
  yield ['time', replaced({ at: pack.at + 100 })]
  yield ['longer', replaced({ last: pack.last + 1 })]
  yield ['key', replaced({ apiKeyId: 'other' })]
  yield ['entries', replaced({ entries: entriesOf(pack.last - pack.first + 2) })]
  yield ['half erased', replaced({ erased: true, apiKeyId: '', entries: '[1]' })]
  yield ['content restored', replaced({ erased: !pack.erased })]
  if (pack.mac) yield ['MAC of no commit', replaced({ mac: new Uint8Array(33) })]
  if (pack.mac) yield ['MAC removed', replaced({ mac: null })]
  if (pack.mac) yield ['another link', replaced({ link: other })]
  if (pack.mac) yield ['link removed', replaced({ link: null })]
  if (pack.mac) yield ['end removed', replaced({ link: null, mac: null })]
  const end = packs.findLast(({ mac }) => mac)
  if (!pack.mac) yield ['commit split', replaced({ link: end?.link ?? other, mac: end?.mac ?? other })]
  if (!pack.mac) yield ['link of no commit', replaced({ link: end?.link ?? other })]
  const forged = entriesOf(pack.last - pack.first + 1).replace('"r0"', '"forged"')
  yield [
    'forged',
    replaced({ apiKeyId: 'k', entries: forged, erased: false, digest: usageDigest('k', forged) }),
  ]
  const after = packs[index + 1]
  if (!after) return
  yield ['removed', packs.toSpliced(index, 1)]
  yield ['exchanged', packs.with(index, after).with(index + 1, pack)]
  const places = ({ first, last }: UsagePack) => ({ first, last })
  yield [
    'content moved',
    packs
      .with(index, { ...after, ...places(pack), at: pack.at, link: pack.link, mac: pack.mac })
      .with(index + 1, { ...pack, ...places(after), at: after.at, link: after.link, mac: after.mac }),
  ]
}

describe('a walk refuses', () => {
  it('every change of every pack, at the commit in which it is', () => {
    fc.assert(
      fc.property(commits, fc.boolean(), (written, erased) => {
        const { packs } = chainOf(written)
        const whole = erased ? packs.map(erase) : packs
        expect(walk(whole).fault).toBeNull()
        for (const [index, pack] of whole.entries()) {
          expect(walk(whole.toSpliced(index, 0, pack)).fault).toEqual({
            sequence: pack.last + 1,
            why: 'missing',
          })
          for (const [what, bad] of falsified(whole, index)) {
            const { fault, reached } = walk(bad)
            expect(fault, what).not.toBeNull()
            expect(reached.sequence, what).toBeLessThan(pack.last)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('the chain of another project, and another beginning', () => {
    const { packs } = chainOf([[1, 2]])
    expect(walk(packs, { ...beginning, projectId: 8 }).fault).toEqual({ sequence: 1, why: 'changed' })
    expect(walk(packs, { ...beginning, link: new Uint8Array(32) }).fault).toEqual({
      sequence: 1,
      why: 'changed',
    })
    expect(walk(packs, { ...beginning, sequence: 1 }).fault).toEqual({ sequence: 2, why: 'missing' })
  })

  it('a commit without its end', () => {
    const { packs } = chainOf([[1, 2]])
    expect(walk(packs.slice(0, 1)).fault).toEqual({ sequence: 1, why: 'unfinished' })
  })
})

it('lets an owner without the server secret compare the links with a noted one', () => {
  const { packs, end } = chainOf([[1], [2]])
  const acceptAll = () => true
  expect(walk(packs, beginning, acceptAll).reached).toEqual(end)
  const [first, second] = packs as [UsagePack, UsagePack]
  const entries = entriesOf(1).replace('"r0"', '"forged"')
  const forged = { ...first, entries, digest: usageDigest(first.apiKeyId, entries) }
  expect(walk([forged, second], beginning, acceptAll).fault).toEqual({ sequence: 1, why: 'changed' })
  const link = usageLink({ ...beginning, previousLink: null, first: 1, at: forged.at, packs: [forged] })
  const last = { ...second, first: 2, at: second.at, packs: [second] }
  const linked = [
    { ...forged, link },
    { ...second, link: usageLink({ ...beginning, ...last, previousLink: link }) },
  ]
  const { fault, reached } = walk(linked, beginning, acceptAll)
  expect(fault).toBeNull()
  expect(reached.sequence).toBe(end.sequence)
  expect(reached.link).not.toEqual(end.link)
})

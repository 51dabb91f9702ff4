import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activityDigest, activityLink, activityMac } from './activity-chain.ts'
import { parsePoint, pointText } from './logged-chain.ts'
import { verifyProjectLog } from './project-log.ts'
import { newServerSecret, parseServerSecret, serverSecrets } from './server-secret.ts'
import { packUsage, usageDigest, usageLink, usageMac } from './usage-chain.ts'

const secrets = serverSecrets([parseServerSecret(newServerSecret())])
const projectId = 7
const usage = `usage/${projectId}`
const activity = `activity/project/${projectId}`
const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')

interface Point {
  readonly sequence: number
  readonly link: Uint8Array | null
}
const beginning: Point = { sequence: 0, link: null }

const header = (root: unknown = { number: 3, at: 1_000, mac: 'ab'.repeat(33) }) => ({
  format: 'envhold-log',
  version: 2,
  instance_id: 'an instance',
  project_id: projectId,
  project_name: 'Shöp',
  created_at: '2026-11-22T12:00:00.000Z',
  root,
})
const mark = (kind: 'begin' | 'end', chain: string, { sequence, link }: Point) => ({
  [kind]: chain,
  sequence,
  link: hex(link),
})

/** A commit with a pack for each number of calls; negative numbers are erased. */
function commitOf(start: Point, counts: readonly number[], at: number): { lines: object[]; point: Point } {
  let last = start.sequence
  const packs = counts.map((count, index) => {
    const call = { status: 200, variables: 1, environmentId: 1, environmentName: 'prodüction', calls: 1 }
    const where = { method: 'GET', endpoint: '/v1/inject/{projectId}/{environment}', ip: '203.0.113.7' }
    const entries = packUsage(
      Array.from({ length: Math.abs(count) }, (_, n) => ({
        ...call,
        ...where,
        durationUs: n,
        requestId: `r${n}`,
      })),
    )
    const key = `key-${at}-${index}`
    const first = last + 1
    last += Math.abs(count)
    const content = count > 0 ? { key, entries, erased: 0 } : { key: '', entries: '', erased: 1 }
    return { ...content, first, last, digest: usageDigest(key, entries) }
  })
  const link = usageLink({ projectId, previousLink: start.link, first: start.sequence + 1, at, packs })
  const mac = usageMac(secrets, { projectId, sequence: last, link })
  const lines = packs.map(({ first, last: end, key, entries, erased, digest }, index) => ({
    first_sequence: first,
    last_sequence: end,
    at,
    api_key_id: key,
    entries,
    erased,
    digest: hex(digest),
    link: index === packs.length - 1 ? hex(link) : null,
    mac: index === packs.length - 1 ? hex(mac) : null,
  }))
  return { lines, point: { sequence: last, link } }
}

function usageLines(commits: readonly (readonly number[])[], start = beginning) {
  const points = [start]
  const lines: object[] = [mark('begin', usage, start)]
  for (const [index, counts] of commits.entries()) {
    const commit = commitOf(points.at(-1) ?? start, counts, 1_000 + index)
    lines.push(...commit.lines)
    points.push(commit.point)
  }
  return { lines: [...lines, mark('end', usage, points.at(-1) ?? start)], points }
}

function activityLines(count: number) {
  const points = [beginning]
  const lines: object[] = [mark('begin', activity, beginning)]
  for (let position = 1; position <= count; position++) {
    const what = { eventType: 'variables_read', category: 'project_changes', severity: 'low' }
    const who = { userId: 3, tokenId: null, projectId, environmentId: null, ip: '::1', requestId: null }
    const entry = {
      sequence: 10 * position,
      at: position,
      description: `Read “${position}” \ufffd`,
      ...what,
      ...who,
    }
    const previousLink = points.at(-1)?.link ?? null
    const link = activityLink({ chain: activity, previousLink, position, digest: activityDigest(entry) })
    const mac = activityMac(secrets, { chain: activity, position, link })
    lines.push({
      position,
      sequence: entry.sequence,
      at: entry.at,
      event_type: entry.eventType,
      category: entry.category,
      severity: entry.severity,
      description: entry.description,
      user_id: entry.userId,
      token_id: entry.tokenId,
      project_id: entry.projectId,
      environment_id: entry.environmentId,
      ip: entry.ip,
      request_id: entry.requestId,
      digest: null,
      erasure_mac: null,
      link: hex(link),
      mac: hex(mac),
    })
    points.push({ sequence: position, link })
  }
  return { lines: [...lines, mark('end', activity, points.at(-1) ?? beginning)], points }
}

const fileOf = (lines: readonly object[]) =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

async function* chunksOf(file: Uint8Array, size = 1_000) {
  for (let index = 0; index < file.length; index += size) yield file.subarray(index, index + size)
}
const verify = (file: Uint8Array, noted: readonly string[] = [], size?: number) =>
  verifyProjectLog(
    chunksOf(file, size),
    noted.flatMap((text) => parsePoint(text) ?? []),
  )

const calls = usageLines([[2], [1, -3], [1]])
const actions = activityLines(3)
const whole = fileOf([header(), ...calls.lines, ...actions.lines])
const noteOf = (chain: string, { sequence, link }: Point) =>
  pointText({ chain, sequence, link: link ?? new Uint8Array() })

describe('a valid file', () => {
  it('is counted, chain by chain, however it is cut into chunks', async () => {
    for (const size of [1, 7, 64, 100_000]) {
      const verdict = await verify(whole, [], size)
      expect(verdict).toMatchObject({
        fault: null,
        header: { projectId, projectName: 'Shöp', instanceId: 'an instance', root: { number: 3 } },
        chains: [
          { chain: usage, entries: 7, erased: 3, trimmed: 0, end: calls.points[3] },
          { chain: activity, entries: 3, erased: 0, trimmed: 0, end: actions.points[3] },
        ],
      })
    }
  })

  it('may have empty chains and no root', async () => {
    const file = fileOf([header(null), ...usageLines([]).lines, ...activityLines(0).lines])
    const none = { entries: 0, trimmed: 0, end: null }
    expect(await verify(file)).toMatchObject({ fault: null, header: { root: null }, chains: [none, none] })
  })

  it('may begin after trimmed usage, not after missing activity', async () => {
    const start = { sequence: 40, link: Buffer.alloc(32, 9) }
    const trimmed = usageLines([[2]], start)
    const file = fileOf([header(), ...trimmed.lines, ...actions.lines])
    expect((await verify(file)).chains[0]).toMatchObject({ entries: 2, trimmed: 40, end: { sequence: 42 } })
    const late = fileOf([header(), ...calls.lines, mark('begin', activity, start)])
    expect((await verify(late)).fault?.why).toBe(`The beginning of ${activity} is missing.`)
  })

  it('is valid for every number of commits and packs', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.constantFrom(1, 2, 3, -1, -2), { minLength: 1, maxLength: 3 }), {
          maxLength: 4,
        }),
        fc.nat(4),
        async (commits, count) => {
          const lines = [...usageLines(commits).lines, ...activityLines(count).lines]
          expect((await verify(fileOf([header(), ...lines]))).fault).toBeNull()
        },
      ),
    ))
})

/** The part of the file that is not covered: the header but for the project, and MACs, which need the server secret. */
const uncovered = (() => {
  const text = whole.toString('latin1')
  const ranges = [...text.matchAll(/"mac":"[0-9a-f]+"/g)].map(({ index, 0: match }) => [
    index + '"mac":"'.length,
    index + match.length - 1,
  ])
  return (at: number) => ranges.some(([from = 0, to = 0]) => at >= from && at < to)
})()
const headerLength = whole.indexOf('\n') + 1

describe('a changed file', () => {
  it('is found, whichever byte was changed', async () => {
    const file = Buffer.from(whole)
    for (let index = headerLength; index < file.length; index++) {
      if (uncovered(index)) continue
      const byte = file[index] ?? 0
      // Makes another digit of most digits.
      file[index] = byte ^ 1
      expect((await verify(file, [], 100_000)).fault, `byte ${index}`).not.toBeNull()
      file[index] = byte
    }
  })

  it('is found, whatever was inserted or put in place of a byte', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: headerLength, max: whole.length - 1 }).filter((position) => !uncovered(position)),
        fc.uint8Array({ minLength: 1, maxLength: 2 }),
        fc.nat(1),
        async (position, bytes, length) => {
          const file = Buffer.concat([whole.subarray(0, position), bytes, whole.subarray(position + length)])
          if (!file.equals(whole)) expect((await verify(file)).fault).not.toBeNull()
        },
      ),
      { numRuns: 500 },
    ))

  it.each([
    ['white space', (text: string) => text.replaceAll('":', '": ')],
    ['carriage returns', (text: string) => text.replaceAll('\n', '\r\n')],
    ['escapes', (text: string) => text.replaceAll('low', '\\u006cow')],
    ['exponents', (text: string) => text.replace('"at":1000', '"at":1e3')],
    ['doubled fields', (text: string) => text.replaceAll('"at":1,', '"at":2,"at":1,')],
    ['fields in another order', (text: string) => text.replace(/("user_id":3),("token_id":null)/, '$2,$1')],
    ['fields of ours', (text: string) => text.replace('{"position":1', '{"more":1,"position":1')],
  ])('is found if it means the same: %s', async (_, change) => {
    const file = change(whole.toString())
    expect(file).not.toBe(whole.toString())
    expect((await verify(Buffer.from(file))).fault).not.toBeNull()
  })

  it('is found if a replacement character was made of an invalid byte', async () => {
    const file = Buffer.from(whole)
    const index = file.indexOf('\ufffd')
    expect(index).toBeGreaterThan(0)
    const changed = Buffer.concat([file.subarray(0, index), Buffer.of(0xff), file.subarray(index + 3)])
    expect((await verify(changed)).fault).not.toBeNull()
  })

  it('is found wherever it was cut, and wherever a line was removed, doubled or moved', async () => {
    for (let length = 0; length < whole.length; length++) {
      const { fault } = await verify(whole.subarray(0, length), [], 100_000)
      expect(fault?.why).toMatch(/^The file is unfinished/)
    }
    const lines = whole.toString().split(/(?<=\n)/)
    for (const index of lines.keys()) {
      const line = lines[index] ?? ''
      const others = lines.toSpliced(index, 1)
      for (const changed of [
        others,
        lines.toSpliced(index, 0, line),
        ...[...others.keys()].map((to) => others.toSpliced(to, 0, line)),
      ])
        if (changed.join('') !== lines.join(''))
          expect((await verify(Buffer.from(changed.join('')), [], 100_000)).fault).not.toBeNull()
    }
  })

  it('names the line, the chain and the entry', async () => {
    const text = whole.toString().replace('"status"', '').replace('key-1001-0', 'key-1001-X')
    expect((await verify(Buffer.from(text))).fault).toEqual({
      line: 4,
      chain: usage,
      sequence: 3,
      why: 'The entry was changed.',
    })
    const renamed = whole.toString().replace('Read “2”', 'Read “9”')
    const verdict = await verify(Buffer.from(renamed))
    expect(verdict.fault).toMatchObject({ chain: activity, sequence: 2, why: 'The entry was changed.' })
    expect(verdict.chains[1]?.entries).toBe(1)
    const other = whole.toString().replace('"project_id":7', '"project_id":8')
    expect((await verify(Buffer.from(other))).fault).toMatchObject({
      line: 2,
      why: 'The chain usage/8 is missing.',
    })
  })

  it('is found only by a noted head if its links were computed again', async () => {
    const forged = fileOf([header(), ...usageLines([[2], [2, 2], [1]]).lines, ...actions.lines])
    expect((await verify(forged)).fault).toBeNull()
    const noted = noteOf(usage, calls.points[2] ?? beginning)
    expect((await verify(forged, [noted])).fault).toMatchObject({
      chain: usage,
      why: `The chain differs from the noted ${noted}.`,
    })
  })
})

describe('noted heads', () => {
  it('match where the chain passes through them', async () => {
    const noted = [
      ...calls.points.slice(1).map((point) => noteOf(usage, point)),
      noteOf(activity, actions.points[2] ?? beginning),
    ]
    const { fault, chains } = await verify(whole, noted.toReversed())
    expect(fault).toBeNull()
    expect(chains.flatMap(({ matched }) => matched.map(pointText))).toEqual(noted)
  })

  it.each([
    [
      'another link',
      { sequence: 2, link: Buffer.alloc(32) },
      /^The chain differs from the noted usage\/7:2:0+\.$/,
    ],
    ['no link inside a commit', { sequence: 3, link: Buffer.alloc(32) }, /^The chain differs/],
    [
      'nothing so late',
      { sequence: 8, link: Buffer.alloc(32) },
      /^The chain ends before the noted usage\/7:8:/,
    ],
  ])('are missed: %s', async (_, point, why) => {
    expect((await verify(whole, [noteOf(usage, point)])).fault).toMatchObject({
      chain: usage,
      why: expect.stringMatching(why),
    })
  })

  it('of trimmed entries have nothing to compare; the last trimmed one has', async () => {
    const start = { sequence: 40, link: Buffer.alloc(32, 9) }
    const file = fileOf([header(), ...usageLines([[2]], start).lines, ...actions.lines])
    const old = noteOf(usage, { sequence: 39, link: Buffer.alloc(32) })
    const { fault, chains } = await verify(file, [old, noteOf(usage, start)])
    expect(fault).toBeNull()
    expect(chains[0]).toMatchObject({ tooOld: [{ sequence: 39 }], matched: [{ sequence: 40 }] })
    const wrong = noteOf(usage, { sequence: 40, link: Buffer.alloc(32, 8) })
    expect((await verify(file, [wrong])).fault).toMatchObject({ why: expect.stringMatching(/differs/) })
  })

  it('are read as they are written, and nothing else is', () => {
    const chains = ['usage/7', 'activity/project/7', 'activity/account/3', 'activity/instance']
    for (const chain of chains) {
      const text = `${chain}:12:${'0a'.repeat(32)}`
      expect(pointText(parsePoint(text) ?? expect.fail(text))).toBe(text)
    }
    for (const text of [
      '',
      'usage:1:00',
      `usage/7:0:${'00'.repeat(32)}`,
      `usage/07x:1:${'00'.repeat(32)}`,
      `usage/7:1:${'00'.repeat(33)}`,
      `usage/7:1:${'AA'.repeat(32)}`,
      `usage/7:9999999999999999:${'00'.repeat(32)}`,
      ` usage/7:1:${'00'.repeat(32)}`,
    ])
      expect(parsePoint(text), text).toBeUndefined()
  })
})

describe('hostile input', () => {
  const after = (...lines: readonly string[]) =>
    Buffer.from(
      `${[header(), ...calls.lines.slice(0, 1)]
        .map((line) => JSON.stringify(line))
        .concat(lines)
        .join('\n')}\n`,
    )

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an empty line', Buffer.from('\n')],
    ['zeros', Buffer.alloc(5_000)],
    ['lines of zeros', after('\0\0\0')],
    ['deep JSON', after('['.repeat(1_000_000))],
    ['deep and whole JSON', after(`{"begin":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)],
    ['an array', after('[]')],
    ['a prototype', after('{"__proto__":{"first_sequence":1}}')],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), whole])],
    ['invalid UTF-8', after('{"end":"usage/\xff').subarray(0, -1)],
    ['a chain twice', fileOf([header(), ...calls.lines, ...calls.lines])],
    ['chains in another order', fileOf([header(), ...actions.lines, ...calls.lines])],
    ['more after the end', Buffer.concat([whole, Buffer.from('{}\n')])],
    ['numbers beyond the safe integers', after('{"end":"usage/7","sequence":9007199254740993,"link":null}')],
  ])('has a fault: %s', async (_, file) => {
    expect((await verify(file, [], 65_536)).fault?.why).toEqual(expect.any(String))
  })

  it('a begin at the largest number, whose next does not exist', async () => {
    const begin = mark('begin', usage, { sequence: Number.MAX_SAFE_INTEGER, link: Buffer.alloc(32) })
    const pack = { ...calls.lines[1], first_sequence: 1 }
    expect((await verify(fileOf([header(), begin, pack]))).fault).not.toBeNull()
  })

  it('every field of another type', async () => {
    for (const value of [null, -1, 0.5, 1e300, '', 'x', true, [], {}, '\ud800'])
      for (const [at, line] of [header(), ...calls.lines, ...actions.lines].entries())
        for (const [name, before] of Object.entries(line)) {
          if (
            before === value ||
            name === 'mac' ||
            ['root', 'project_name', 'created_at', 'instance_id'].includes(name)
          )
            continue
          const changed = [header(), ...calls.lines, ...actions.lines]
          changed[at] = { ...line, [name]: value } as never
          expect((await verify(fileOf(changed), [], 100_000)).fault, `${name} = ${value}`).not.toBeNull()
        }
  })

  it('a line without an end is not read into memory', async () => {
    let position = 0
    async function* endless() {
      yield Buffer.from(`${JSON.stringify(header())}\n`)
      for (;;) {
        position += 65_536
        yield Buffer.alloc(65_536, 0x20)
      }
    }
    const { fault } = await verifyProjectLog(endless())
    expect(fault).toMatchObject({ line: 2, why: 'The line is too long.' })
    expect(position).toBeLessThan(17 * 1024 * 1024)
  })

  it('any bytes, and any JSON, have a fault and throw nothing', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc
            .array(fc.json(), { maxLength: 4 })
            .map((lines) => Buffer.from(lines.map((line) => `${line}\n`).join(''))),
        ),
        fc.boolean(),
        async (bytes, behindHeader) => {
          const file = behindHeader ? Buffer.concat([whole.subarray(0, headerLength), bytes]) : bytes
          expect((await verify(file)).fault).not.toBeNull()
        },
      ),
    ))

  it('a read that fails is no fault of the file', async () => {
    async function* failing() {
      yield whole.subarray(0, 10)
      throw new Error('EIO')
    }
    await expect(verifyProjectLog(failing())).rejects.toThrow('EIO')
  })
})

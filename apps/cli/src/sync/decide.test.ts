import { parseDotenv } from '@envhold/formats/parse-dotenv.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocalCopy } from '../files/local-copy.ts'
import { decide } from './decide.ts'

const source = 'server 1 2'
const local = (
  text: string | null,
  agreed?: { text: string; version: number; whole?: boolean; pulled?: boolean },
): LocalCopy => ({
  text,
  variables: text === null ? null : parseDotenv(text),
  warnings: [],
  noteWarnings: [],
  otherComments: 0,
  records: agreed
    ? [
        {
          source,
          version: agreed.version,
          whole: agreed.whole ?? true,
          at: '2026-01-01T00:00:00.000Z',
          matches: (now) => now === agreed.text,
          isPulled: (now) => agreed.pulled === true && now === agreed.text,
        },
      ]
    : [],
})
const server = (text: string, version: number) => ({
  variables: parseDotenv(text),
  version,
  source,
  text: () => text,
})

describe('decide', () => {
  test.each([
    ['no file', local(null), server('A=1', 1), 'pull'],
    ['an empty file without a record', local(''), server('A=1', 1), 'pull'],
    ['the same by chance', local('A=1'), server('A=1', 1), 'agreed'],
    ['the server changed', local('A=1', { text: 'A=1', version: 1 }), server('A=2', 2), 'pull'],
    ['the file changed', local('A=2', { text: 'A=1', version: 1 }), server('A=1', 1), 'ahead'],
    ['both changed', local('A=2', { text: 'A=1', version: 1 }), server('A=3', 2), 'conflict'],
    ['a file without a record', local('A=2'), server('A=1', 1), 'conflict'],
    ['emptied by the user', local('', { text: 'A=1', version: 1 }), server('A=1', 1), 'ahead'],
    ['emptied, and the server changed', local('', { text: 'A=1', version: 1 }), server('A=2', 2), 'conflict'],
    [
      'a note changed here, and the server changed',
      local('# mine\nA=1', { text: '# note\nA=1', version: 1 }),
      server('# note\nA=1', 2),
      'conflict',
    ],
    [
      'the same for another reader',
      local("A='x y'", { text: "A='x y'", version: 1, pulled: true }),
      server('A="x y"', 1),
      'pull',
    ],
    [
      'more on the server, as left by a push',
      local('A=1', { text: 'A=1', version: 1, whole: false }),
      server('A=1\nB=1', 1),
      'agreed',
    ],
  ])('%s', (_, file, there, kind) => {
    expect(decide(file, there, false).kind).toBe(kind)
  })

  test('another environment’s record does not count', () => {
    const file = local('A=2', { text: 'A=2', version: 1 })
    expect(decide(file, { ...server('A=1', 1), source: 'server 1 3' }, true).kind).toBe('conflict')
  })

  test('a file that never had everything removes nothing', () => {
    const file = local('A=2', { text: 'A=1', version: 1, whole: false })
    const decision = decide(file, server('A=1\nB=1', 1), true)
    expect(decision).toMatchObject({ kind: 'push', mode: 'merge', changes: { changed: ['A'], removed: [] } })
  })

  test('never overwrites a file that the user changed, nor pushes without --push', () => {
    const text = fc.constantFrom('', 'A=1', 'A=2', 'A=1\nB=1', '# note\nA=1')
    const agreed = fc.option(
      fc.record({ text, version: fc.integer({ min: 1, max: 2 }), whole: fc.boolean() }),
      {
        nil: undefined,
      },
    )
    fc.assert(
      fc.property(
        text,
        agreed,
        text,
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
        (file, known, there, version, push) => {
          const { kind } = decide(local(file, known), server(there, version), push)
          const mine = file.trim() !== '' && file !== known?.text
          if (mine) expect(kind).not.toBe('pull')
          if (!push) expect(kind).not.toBe('push')
        },
      ),
    )
  })
})

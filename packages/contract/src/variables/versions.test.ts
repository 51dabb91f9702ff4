import { describe, expect, it } from 'vitest'
import {
  foldKeyChanges,
  type KeyChange,
  keyChanges,
  oldestUnchanged,
  type VersionSummary,
} from './versions.ts'

const ada = { username: 'ada', token_name: null }
const start = Date.parse('2026-03-01T10:00:00.000Z')
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()

const version = (number: number, overrides: Partial<VersionSummary>): VersionSummary => ({
  version: number,
  created_at: at(number),
  author: ada,
  added: [],
  changed: [],
  removed: [],
  ...overrides,
})

const changed = (number: number, overrides: Partial<KeyChange> = {}): KeyChange => ({
  version: number,
  created_at: at(number),
  author: ada,
  kind: 'changed',
  key: 'KEY',
  ...overrides,
})

const shape = (changes: readonly KeyChange[]) =>
  foldKeyChanges(changes).map(({ newest, earlier }) => [
    newest.version,
    ...earlier.map((version) => version.version),
  ])

describe('the history of a key', () => {
  it('has the versions that name it, newest first', () => {
    const versions = [
      version(6, { changed: ['OTHER'] }),
      version(5, { added: ['KEY'] }),
      version(4, { removed: ['KEY', 'OTHER'] }),
      version(3, { changed: ['KEY'] }),
      version(2, { changed: ['KEY_TOO'] }),
      version(1, { added: ['KEY', 'KEY_TOO'] }),
    ]
    expect(keyChanges(versions, 'KEY').map(({ version: number, kind }) => [number, kind])).toEqual([
      [5, 'added-again'],
      [4, 'removed'],
      [3, 'changed'],
      [1, 'added'],
    ])
    expect(keyChanges(versions, 'key')).toEqual([])
  })

  it('follows a rename, and not what only looks like one', () => {
    const versions = [
      version(5, { changed: ['NEW'] }),
      version(4, { added: ['NEW'], removed: ['OLD'] }),
      version(3, { changed: ['OLD', 'NEW'] }),
      version(2, { added: ['OLD', 'OTHER'], removed: ['OLDER'] }),
      version(1, { added: ['OLDER'] }),
    ]
    expect(keyChanges(versions, 'NEW').map(({ version: number, kind, key }) => [number, kind, key])).toEqual([
      [5, 'changed', 'NEW'],
      [4, 'renamed', 'NEW'],
      [3, 'changed', 'OLD'],
      [2, 'added', 'OLD'],
    ])
    expect(keyChanges(versions, 'NEW')[1]?.from).toBe('OLD')
    expect(keyChanges(versions, 'OLD').map(({ kind }) => kind)).toEqual(['removed', 'changed', 'added'])
  })

  it('folds what the same user changed in a short time', () => {
    expect(shape([changed(9), changed(8), changed(2)])).toEqual([[9, 8, 2]])
    expect(shape([changed(20), changed(9)])).toEqual([[20], [9]])
    expect(shape([changed(19), changed(9), changed(0)])).toEqual([[19, 9, 0]])
  })

  it('folds no addition, no removal and nothing of another user, token or erased account', () => {
    expect(shape([changed(3), changed(2, { kind: 'removed' }), changed(1)])).toEqual([[3], [2], [1]])
    expect(shape([changed(2), changed(1, { kind: 'added' })])).toEqual([[2], [1]])
    expect(shape([changed(2), changed(1, { author: { username: 'grace', token_name: null } })])).toEqual([
      [2],
      [1],
    ])
    expect(shape([changed(2), changed(1, { author: { username: 'ada', token_name: 'CI' } })])).toEqual([
      [2],
      [1],
    ])
    const erased = { author: { username: null, token_name: null } }
    expect(shape([changed(2, erased), changed(1, erased)])).toEqual([[2], [1]])
  })

  it('ends with the oldest stored version, if the key was in it', () => {
    const wholeFrom = { version: 3, created_at: at(3) }
    expect(oldestUnchanged([changed(5)], wholeFrom, true)).toBe(wholeFrom)
    expect(oldestUnchanged([changed(5, { kind: 'removed' })], wholeFrom, false)).toBe(wholeFrom)
    expect(oldestUnchanged([], wholeFrom, true)).toBe(wholeFrom)
    expect(oldestUnchanged([], wholeFrom, false)).toBeUndefined()
    expect(oldestUnchanged([changed(3)], wholeFrom, true)).toBeUndefined()
    expect(oldestUnchanged([changed(5, { kind: 'added' })], wholeFrom, true)).toBeUndefined()
    expect(oldestUnchanged([changed(5)], null, true)).toBeUndefined()
  })
})

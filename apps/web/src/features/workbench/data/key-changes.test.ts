import type { VersionSummary } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { keyChanges } from './variable-queries.ts'

const version = (at: number, overrides: Partial<VersionSummary>): VersionSummary => ({
  version: at,
  created_at: `2026-03-0${at}T10:00:00.000Z`,
  author: { username: 'ada', token_name: null },
  added: [],
  changed: [],
  removed: [],
  ...overrides,
})

test('the newest version that names a key says when it was changed, and by whom', () => {
  const { byKey, before } = keyChanges([
    version(4, { changed: ['PORT'], author: { username: null, token_name: null } }),
    version(3, { removed: ['HOST'] }),
    version(2, { added: ['HOST'], changed: ['PORT'], author: { username: 'grace', token_name: 'ci' } }),
  ])
  expect(byKey.get('PORT')).toEqual({ at: '2026-03-04T10:00:00.000Z', author: null })
  expect(byKey.get('HOST')).toEqual({ at: '2026-03-02T10:00:00.000Z', author: 'grace' })
  expect(byKey.get('OLDER')).toBeUndefined()
  expect(before).toBe('2026-03-02T10:00:00.000Z')
})

test('without versions nothing is known', () => {
  expect(keyChanges([])).toEqual({ byKey: new Map(), before: undefined })
})

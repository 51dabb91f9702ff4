import type { SharedProject } from '@envhold/contract/projects/access.ts'
import { expect, test } from 'vitest'
import { lostAccessText } from './lost-access.ts'

const project = (id: number, name: string, ...environments: number[]): SharedProject => ({
  id,
  name,
  user_role: 'read',
  environments,
})
const lost = (before: readonly SharedProject[], now: readonly SharedProject[]) =>
  lostAccessText(before, now)?.replace(/^You no longer have access to (.*), so the vault .*$/, '$1')

test('names what was lost, three at most', () => {
  const [shop, blog] = [project(1, 'Shop', 1, 2, 3), project(2, 'Blog', 4)]
  expect(lost([shop, blog], [shop, blog])).toBeUndefined()
  expect(lost([], [shop])).toBeUndefined()
  expect(lost([shop], [project(1, 'Shop', 1, 2, 3, 9)])).toBeUndefined()
  expect(lost([shop, blog], [blog])).toBe('Shop')
  expect(lost([shop, blog], [project(1, 'Shop', 3)])).toBe('2 environments of Shop and Blog')
  const many = ['A', 'B', 'C', 'D', 'E'].map((name, index) => project(index, name, 1))
  expect(lost(many, [])).toBe('A, B, C, and 2 others')
})

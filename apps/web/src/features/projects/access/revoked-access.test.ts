import type { AccessibleProject } from '@envhold/contract/projects/access.ts'
import { expect, test } from 'vitest'
import { revokedAccessText } from './watch-access.ts'

const project = (id: number, name: string, ...environments: number[]): AccessibleProject => ({
  id,
  name,
  user_role: 'read',
  environments,
})
const revoked = (before: readonly AccessibleProject[], now: readonly AccessibleProject[]) =>
  revokedAccessText(before, now)?.replace(/^You no longer have access to (.*), so the vault .*$/, '$1')

test('names what was revoked, three at most', () => {
  const [shop, blog] = [project(1, 'Shop', 1, 2, 3), project(2, 'Blog', 4)]
  expect(revoked([shop, blog], [shop, blog])).toBeUndefined()
  expect(revoked([], [shop])).toBeUndefined()
  expect(revoked([shop], [project(1, 'Shop', 1, 2, 3, 9)])).toBeUndefined()
  expect(revoked([shop, blog], [blog])).toBe('Shop')
  expect(revoked([shop, blog], [project(1, 'Shop', 3)])).toBe('2 environments of Shop and Blog')
  const many = ['A', 'B', 'C', 'D', 'E'].map((name, index) => project(index, name, 1))
  expect(revoked(many, [])).toBe('A, B, C, and 2 others')
})

test('a transfer revokes only what the former owner does not keep', () => {
  const [owned, shared] = [{ ...project(1, 'Shop'), user_role: 'owner' as const }, project(1, 'Shop', 1, 2)]
  expect(revoked([owned], [])).toBe('Shop')
  expect(revoked([owned], [shared])).toBeUndefined()
  expect(revoked([shared], [owned])).toBeUndefined()
})

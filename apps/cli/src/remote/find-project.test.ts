import { UserError } from '@envhold/command/user-error.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { pickProject, titleAmong } from './find-project.ts'

const project = (id: number, owner_username: string, name: string): Project => ({
  id,
  name,
  owner_username,
  owner: 1,
  user_role: owner_username === 'ada' ? 'owner' : 'write',
  description: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  environment_count: 0,
  variable_count: 0,
  collaborator_count: 0,
  keys_pending: false,
  read_only: null,
})

const all = [
  project(3, 'ada', 'shop'),
  project(7, 'bob', 'shop'),
  project(8, 'bob', 'Blog'),
  project(9, 'ada', '7'),
  project(10, 'cy/d', 'e'),
  project(11, 'ada', 'a/b'),
]
const pick = (name: string) => pickProject(all, { id: null, name }).id
const problem = (name: string): UserError => {
  try {
    pick(name)
  } catch (error) {
    if (error instanceof UserError) return error
  }
  throw new Error('It was found')
}

test.each([
  ['Blog', 8],
  ['blog', 8],
  ['bob/shop', 7],
  ['BOB/Shop', 7],
  ['ada/shop', 3],
  ['bob/blog', 8],
  ['a/b', 11],
  ['cy/d/e', 10],
  ['3', 3],
  // A name that looks like an id has priority over the id.
  ['7', 9],
])('%s', (name, id) => {
  expect(pick(name)).toBe(id)
})

test('an id in .envhold.json is never used as a name', () => {
  expect(pickProject(all, { id: 7, name: null }).id).toBe(7)
  expect(pickProject(all, { id: 7, name: 'renamed' }).id).toBe(7)
})

test('an ambiguous name is rejected', () => {
  const { code, message, hint } = problem('shop')
  expect(code).toBe('AMBIGUOUS')
  expect(message).toBe('There are 2 projects called “shop”.')
  expect(hint).toContain('--project 3 is ada/shop, --project 7 is bob/shop')
})

test('an unknown name gets a list of those that exist, made distinct', () => {
  const { code, hint } = problem('shopp')
  expect(code).toBe('NOT_FOUND')
  expect(hint).toContain('It can access: ada/shop, bob/shop, Blog, 7, e, a/b.')
  expect(all.map((project) => titleAmong(all, project))[2]).toBe('Blog')
})

import { expect, it, test } from 'vitest'
import { exampleOptions, isPlainHttp } from './cli-example.tsx'

const project = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  owner_username: 'ada',
  user_role: 'owner' as const,
  created_at: `2026-01-0${id}T00:00:00.000Z`,
  ...more,
})
const environment = (id: number, name: string) => ({ id, name, created_at: `2026-02-0${id}T00:00:00.000Z` })

it('names the newest project of the reader’s own and its newest environment', () => {
  const projects = [project(1, 'old'), project(2, 'api'), project(3, 'shared', { user_role: 'read' })]
  expect(exampleOptions(projects, [environment(1, 'production'), environment(2, 'qa')])).toBe(
    '--project api --env qa',
  )
})

it('takes a shared project where there is none of the reader’s own, and stands-in where there is none at all', () => {
  expect(exampleOptions([project(3, 'shared', { user_role: 'read' })], [])).toBe(
    '--project shared --env production',
  )
  expect(exampleOptions([], [])).toBe('--project my-project --env production')
})

it('gives the shell one word, whatever the name', () => {
  expect(exampleOptions([project(1, "Ada's $(rm) shop")], [])).toContain("--project 'Ada'\\''s $(rm) shop' ")
})

it('goes by number where a name means two projects', () => {
  expect(exampleOptions([project(1, 'API'), project(2, 'api')], [])).toContain('--project 2 ')
})

test.each([
  ['https:', 'vault.example.com', false],
  ['http:', 'localhost', false],
  ['http:', '127.0.0.1', false],
  ['http:', '[::1]', false],
  ['http:', 'vault.internal', true],
  ['http:', 'localhost.example.com', true],
])('%s//%s is plain http over a network: %s', (protocol, hostname, expected) => {
  expect(isPlainHttp({ protocol, hostname })).toBe(expected)
})

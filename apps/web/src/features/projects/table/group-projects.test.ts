import { expect, test } from 'vitest'
import { sampleEnvironment, sampleProject } from '../../../tests/samples.ts'
import { changedAt, findProjects, groupProjects, sortEnvironments } from './group-projects.ts'

const day = 86_400_000
const now = 100 * day
const projects = ['Shop', 'blog', 'API 10', 'API 9', 'Wiki', 'Mail', 'Jobs', 'Docs', 'Help'].map((name, at) =>
  sampleProject({ id: at + 1, name, description: name === 'Wiki' ? 'Pages of the shop' : null }),
)
const opened = (id: number, daysAgo: number) => ({ id, at: now - daysAgo * day, environments: [] })
const names = (given: readonly { name: string }[]) => given.map(({ name }) => name)

test('pinned, then five opened within 30 days, then all others by name', () => {
  const used = {
    pinned: [2, 99],
    opened: [2, 9, 8, 7, 6, 5, 4].map((id) => opened(id, 1)),
  }
  const groups = groupProjects(projects, used, now).map(({ heading, projects }) => [heading, names(projects)])
  expect(groups).toEqual([
    ['Pinned', ['blog']],
    ['Recent', ['Help', 'Docs', 'Jobs', 'Mail', 'Wiki']],
    ['All others', ['API 9', 'API 10', 'Shop']],
  ])
})

test('what was opened longer ago is not recent', () => {
  const groups = groupProjects(projects, { pinned: [], opened: [opened(1, 29), opened(3, 31)] }, now)
  expect(groups.map(({ heading, projects }) => [heading, projects.length])).toEqual([
    ['Recent', 1],
    ['All others', 8],
  ])
})

test('the filter finds words of name, description and owner', () => {
  expect(names(findProjects(projects, ' SHOP '))).toEqual(['Shop', 'Wiki'])
  expect(names(findProjects(projects, 'api ada'))).toEqual(['API 9', 'API 10'])
  expect(findProjects(projects, 'nothing')).toEqual([])
})

test('environments used last come first; the newest of all changes counts', () => {
  const environments = ['staging', 'development', 'production'].map((name, at) =>
    sampleEnvironment({ id: at + 1, name, updated_at: `2026-03-0${at + 1}T10:00:00.000Z` }),
  )
  expect(names(sortEnvironments(environments, [99, 3]))).toEqual(['production', 'development', 'staging'])
  const project = sampleProject({ updated_at: '2026-01-01T10:00:00.000Z' })
  expect(changedAt(project, environments)).toBe('2026-03-03T10:00:00.000Z')
  expect(changedAt(project, [])).toBe('2026-01-01T10:00:00.000Z')
})

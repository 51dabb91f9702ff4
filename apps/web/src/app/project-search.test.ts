import { expect, it } from 'vitest'
import { dashboardSearch } from './dashboard-search.ts'
import { projectSearch } from './project-search.ts'

it('takes from a project’s address what makes sense there', () => {
  const search = { tab: 'variables', environment: '7', view: 'grid', find: 'PORT', action: 'add-variable' }
  expect(projectSearch(search)).toEqual({ ...search, environment: 7 })
  expect(projectSearch({ tab: 'x', environment: -1, view: 'y', find: 'a b', action: 'delete' })).toEqual({})
})

it('knows one action of the dashboard', () => {
  expect(dashboardSearch({ action: 'new-project' })).toEqual({ action: 'new-project' })
  expect(dashboardSearch({ action: 'delete-project', other: 1 })).toEqual({})
})

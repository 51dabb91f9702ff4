import { expect, it } from 'vitest'
import { billingSearch, dashboardSearch, projectSearch } from './search.ts'

it('takes from a project’s address what makes sense there', () => {
  const place = { tab: 'variables', environment: '7', view: 'grid' }
  const search = { ...place, find: 'PORT', only: 'missing', action: 'add-variable' }
  expect(projectSearch(search)).toEqual({ ...search, environment: 7 })
  const wrong = { tab: 'x', environment: -1, view: 'y', find: 'a b', only: 'all', action: 'delete' }
  expect(projectSearch(wrong)).toEqual({})
})

it('understands the link of a mail about due variables', () => {
  expect(projectSearch({ tab: 'variables', environment: 9, only: 'to-check' })).toEqual({
    tab: 'variables',
    environment: 9,
    only: 'to-check',
  })
})

it('knows one action of the dashboard', () => {
  expect(dashboardSearch({ action: 'new-project' })).toEqual({ action: 'new-project' })
  expect(dashboardSearch({ action: 'delete-project', other: 1 })).toEqual({})
})

it.each([
  [{ success: true }, { success: true }],
  [{ success: true, session_id: 'cs_1' }, { success: true }],
  [{ canceled: true }, { canceled: true }],
  [{ upgrade: true }, { upgrade: true }],
  [{ success: true, canceled: true }, { success: true }],
  [{ success: false, canceled: 1, upgrade: 'yes' }, {}],
  [{}, {}],
])('takes from %j: %j', (search, taken) => expect(billingSearch(search)).toEqual(taken))

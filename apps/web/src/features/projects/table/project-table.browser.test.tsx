import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { listProjectPeople } from '@envhold/contract/collaborators/collaborators.ts'
import { listAccessibleEnvironments } from '@envhold/contract/environments/environments.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { findVariables } from '@envhold/contract/variables/find.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount, sampleEnvironment, sampleProject } from '../../../tests/samples.ts'
import { UntilSaid } from '../../../tests/until-said.tsx'
import { readUsed } from '../opened-projects.ts'
import { ProjectCard } from '../project-card.tsx'
import { saveOpened, savePinned } from '../used-projects.ts'
import { ProjectTable } from './project-table.tsx'

const names = ['Admin', 'Blog', 'Checkout', 'Docs', 'Events', 'Forum', 'Gallery', 'Help', 'Ideas', 'Jobs']
const projects = names.map((name, index) =>
  sampleProject({ id: index + 1, name, description: `About ${name}` }),
)
const environments = projects.flatMap(({ id }) => [
  sampleEnvironment({ id: id * 10, project_id: id, name: 'development', variable_count: 0 }),
  sampleEnvironment({ id: id * 10 + 1, project_id: id, name: 'production', protected: true }),
])
beforeEach(() => localStorage.clear())

function server() {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount() })
  api.answers(listAccessibleEnvironments, { environments })
  api.answers(listProjectPeople, { people: [{ project_id: 1, usernames: ['ada', 'grace'] }] })
  return api
}
const actionsOf = (say: (what: string) => void) => ({
  onEdit: ({ name }: Project) => say(`Edit ${name}`),
  onDelete: ({ name }: Project) => say(`Delete ${name}`),
  onArchive: undefined,
})
const show = () =>
  renderPart(
    <UntilSaid>
      {(say) => <ProjectTable label="Owned projects" projects={projects} actions={actionsOf(say)} />}
    </UntilSaid>,
  )
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}\\b`) })
const group = (name: RegExp) => page.getByRole('row', { name })

test('pinned, recent and all others; the names lead to the environment used last', async () => {
  const api = server()
  savePinned(localStorage, 1, 3, true)
  saveOpened(localStorage, { id: 5, environment: 51, at: Date.now() })
  await show()
  await expect.element(group(/^Pinned 1$/)).toBeVisible()
  await expect.element(group(/^Recent 1$/)).toBeVisible()
  await expect.element(group(/^All others 8$/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/project/3')
  await expect
    .element(page.getByRole('link', { name: 'Events' }))
    .toHaveAttribute('href', '/project/5?tab=variables&environment=51')
  await expect
    .element(row('Events').getByRole('link', { name: 'development, empty' }))
    .toHaveAttribute('href', '/project/5?tab=variables&environment=50')
  expect(api.sent(listAccessibleEnvironments)).toHaveLength(1)
  await expectAccessible()
})

test('a pin moves a project up and is kept for the person', async () => {
  server()
  await show()
  await expect.element(group(/^All others 10$/)).toBeVisible()
  await page.getByRole('button', { name: 'Pin Jobs' }).click()
  await expect.element(group(/^Pinned 1$/)).toBeVisible()
  expect(readUsed(localStorage, 1).pinned).toEqual([10])
  await expect.element(page.getByRole('button', { name: 'Pin Jobs' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Pin Jobs' }).click()
  await expect.element(group(/^All others 10$/)).toBeVisible()
})

test('the order is chosen, kept, and leaves pinned projects on top', async () => {
  server()
  saveOpened(localStorage, { id: 5, environment: 51, at: Date.now() })
  await show()
  await expect.element(group(/^Recent 1$/)).toBeVisible()
  await page.getByRole('button', { name: 'Sort by: Last opened' }).click()
  await page.getByRole('menuitemradio', { name: 'Name' }).click()
  await expect.element(group(/^All others 10$/)).toBeVisible()
  expect(localStorage.getItem('project-order-1')).toBe('name')
})

test('by keyboard: / filters, Down goes to the projects and along them', async () => {
  server()
  await show()
  await expect.element(row('Admin')).toBeVisible()
  await userEvent.keyboard('/')
  await userEvent.keyboard('about j')
  await expect.element(page.getByText('1 of 10')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(group(/^All others 10$/)).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('link', { name: 'Admin' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('link', { name: 'Blog' })).toHaveFocus()
  await userEvent.keyboard('/nothing')
  await expect.element(page.getByText('No project matches “nothing”.')).toBeVisible()
  await expectAccessible()
})

test('the filter finds variables, too, and leads to their rows', async () => {
  const api = server()
  const environment = { id: 31, name: 'production', color: null, protected: true, version: 2 }
  const project = { id: 3, name: 'Checkout', owner_username: 'ada', user_role: 'owner' as const }
  const matches = [{ key: 'SENDGRID_API_KEY', project, environments: [environment] }]
  const counts = { total: 12, projects: 7, searched: 20, unsearched: 0, nearest: null }
  api.answers(findVariables, { matches, ...counts })
  await show()
  await userEvent.keyboard('/')
  await userEvent.keyboard('sendgrid')
  const list = page.getByRole('region', { name: 'Variables' })
  await expect.element(list).toHaveTextContent('12 in 7 projects')
  await expect.element(list).toHaveTextContent('11 more')
  await expect
    .element(list.getByRole('link', { name: /SENDGRID_API_KEY.*Checkout/ }))
    .toHaveAttribute('href', '/project/3?tab=variables&environment=31&find=SENDGRID_API_KEY')
  await expectAccessible()
})

test('a search for variables that failed does not look like one that found nothing', async () => {
  const api = server()
  api.rejects(findVariables, 'INTERNAL')
  await show()
  await userEvent.keyboard('/')
  await userEvent.keyboard('sendgrid')
  await expect.element(page.getByText(/^Variables could not be searched/)).toBeVisible()
  await expectAccessible()
})

test('an owner edits and deletes from the row; what is shared says its role and owner', async () => {
  server()
  await show()
  await page.getByRole('button', { name: 'More for Blog' }).click()
  await page.getByRole('menuitem', { name: 'Delete project' }).click()
  await expect.element(page.getByText('Delete Blog')).toBeVisible()
})

test('shared projects have no menu', async () => {
  server()
  const shared = projects.map((project) => ({
    ...project,
    user_role: 'read' as const,
    owner_username: 'grace',
  }))
  await renderPart(<ProjectTable label="Shared projects" projects={shared} />)
  await expect.element(row('Blog')).toHaveTextContent('read')
  await expect.element(row('Blog')).toHaveTextContent('Owned by grace')
  expect(page.getByRole('button', { name: 'More for Blog' }).elements()).toHaveLength(0)
})

test('without the environments the projects show all the same', async () => {
  server().rejects(listAccessibleEnvironments, 'INTERNAL')
  await show()
  await expect.element(page.getByRole('link', { name: 'Admin' })).toBeVisible()
  expect(page.getByRole('link', { name: 'production' }).elements()).toHaveLength(0)
})

test('a card shows three environments, those used last first, and counts the rest', async () => {
  const api = server()
  api.answers(listAccessibleEnvironments, {
    environments: ['a', 'b', 'c', 'd', 'e'].map((name, index) => sampleEnvironment({ id: index + 1, name })),
  })
  saveOpened(localStorage, { id: 7, environment: 4, at: Date.now() })
  const project = sampleProject({ environment_count: 5 })
  await renderPart(<ProjectCard project={project} showsEnvironments actions={actionsOf(() => {})} />)
  const list = page.getByRole('list', { name: 'Environments of Storefront' })
  await expect.element(list).toHaveTextContent('and 2 more')
  expect(
    list
      .getByRole('link')
      .elements()
      .map((link) => link.textContent?.[0]),
  ).toEqual(['d', 'a', 'b'])
  await expect
    .element(list.getByRole('link').first())
    .toHaveAttribute('href', '/project/7?tab=variables&environment=4')
  await expectAccessible()
})

test('Enter in the filter opens the only project that matches', async () => {
  server()
  const { location } = await show()
  const filter = page.getByRole('searchbox', { name: 'Filter 10 projects' })
  await filter.fill('e')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location()).toBe('/')
  await filter.fill('gall')
  await userEvent.keyboard('{Enter}')
  await expect.poll(location).toBe('/project/7')
})

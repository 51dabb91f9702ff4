import {
  type EveryProject,
  endUserTransfer,
  listEveryProject,
  readUserTransfer,
  restoreUserProject,
  startUserTransfer,
} from '@envhold/contract/operator/projects.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { ProjectsPage } from './projects-page.tsx'

const at = '2026-01-01T00:00:00.000Z'
const project = (id: number, name: string, state: EveryProject['state']): EveryProject => ({
  id,
  name,
  owner: { id: 7, username: 'ada' },
  state,
  created_at: at,
  removed_at: state === 'live' ? null : at,
  available_until: state === 'live' ? null : '2026-01-08T00:00:00.000Z',
  stored_bytes: 41_300_000,
  collaborators: 2,
  api_keys: 1,
  last_activity_at: at,
})
const open = (permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'R', permissions } }}
    >
      <ProjectsPage />
    </OperatorContext>,
  )
const begin = () => {
  const api = fakeApi()
  const projects = [project(1, 'Shop', 'live'), project(2, 'Blog', 'archived'), project(3, 'Bot', 'deleted')]
  api.answers(listEveryProject, { projects, pagination: { page: 1, limit: 20, total: 3, pages: 1 } })
  return api
}

test('projects show their state and lead to owner and audit log; only a deleted one is restored', async () => {
  const api = begin()
  api.answers(restoreUserProject, { message: 'The project was restored.' })
  await open()
  await expect.element(page.getByText('until Jan 8, 2026').first()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Audit log of Bot' }))
    .toHaveAttribute('href', expect.stringContaining('/admin/audit?project='))
  await expect
    .element(page.getByRole('link', { name: 'ada' }).first())
    .toHaveAttribute('href', '/admin/users/7')
  expect(page.getByRole('button', { name: /^Restore/ }).elements()).toHaveLength(1)
  await expectAccessible()
  await page.getByRole('button', { name: 'Restore Bot' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/You cannot read its variables/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('You asked us')
  await dialog.getByRole('button', { name: 'Restore Project' }).click()
  await expect.element(page.getByText('The project was restored.')).toBeVisible()
  expect(api.sent(restoreUserProject)[0]).toMatchObject({ body: { reason: 'You asked us' } })
})

test('who may only read has no buttons, and filters are sent', async () => {
  const api = begin()
  await open(['admin.stats'])
  await expect.element(page.getByText('Shop')).toBeVisible()
  expect(page.getByRole('button', { name: /^Restore/ }).elements()).toEqual([])
  expect(page.getByRole('link', { name: /^Audit/ }).elements()).toEqual([])
  await page.getByLabelText('State').selectOptions('deleted')
  await expect.poll(() => api.sent(listEveryProject).at(-1)?.query).toMatchObject({ state: 'deleted' })
})

test('a live project is offered to a collaborator, and called off, with a reason', async () => {
  const api = begin()
  const candidates = [
    { user_id: 8, username: 'grace', unavailable: null, missing_environments: 2 },
    { user_id: 9, username: 'joan', unavailable: null, missing_environments: 0 },
  ]
  api.answers(readUserTransfer, { transfer: null, candidates })
  api.answers(startUserTransfer, { message: 'The owner was e-mailed.' })
  await open()
  await page.getByRole('button', { name: 'Transfer Shop' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('grace: no access to 2 environments')).toBeInTheDocument()
  await dialog.getByLabelText('Reason').fill('The team asked')
  await expectAccessible()
  const transfer = {
    from: { user_id: 7, username: 'ada' },
    to: { user_id: 9, username: 'joan' },
    started_by: 'operator',
    remaining_role: 'write',
    created_at: at,
    opens_at: at,
    expires_at: at,
  } as const
  api.answers(readUserTransfer, { transfer, candidates })
  await dialog.getByRole('button', { name: 'Start Transfer' }).click()
  await expect.element(page.getByText('The owner was e-mailed.')).toBeVisible()
  expect(api.sent(startUserTransfer)[0]).toMatchObject({ body: { user_id: 9, reason: 'The team asked' } })
  api.answers(endUserTransfer, { message: 'The transfer was called off.' })
  await page.getByRole('button', { name: 'Transfer Shop' }).click()
  await dialog.getByLabelText('Reason').fill('A mistake')
  await dialog.getByRole('button', { name: 'Call Off Transfer' }).click()
  await expect.element(page.getByText('The transfer was called off.')).toBeVisible()
})

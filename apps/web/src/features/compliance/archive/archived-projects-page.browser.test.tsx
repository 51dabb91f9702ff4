import {
  exchangeProjects,
  listArchivedProjects,
  listDeletedProjects,
  restoreDeletedProject,
  restoreProject,
} from '@envhold/contract/archive/archive.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleArchive, sampleArchivedProject, sampleProject } from '../../../tests/samples.ts'
import { formatDay } from '../../../ui/text/format.ts'
import { ArchivedProjectsPage } from './archived-projects-page.tsx'

const show = () => renderPart(<ArchivedProjectsPage />, { path: '/account/archived-projects' })
const restore = (name: string) => page.getByRole('button', { name: `Restore ${name}` })

test('a deleted project is restored for as long as it is kept', async () => {
  const api = fakeApi()
  api.answers(listArchivedProjects, sampleArchive([]))
  const deleted = { deletedAt: '2026-01-01T00:00:00.000Z', erasedAt: '2026-01-08T12:00:00.000Z' }
  api.answers(listDeletedProjects, { deletedProjects: [{ id: 8, name: 'Billing', ...deleted }] })
  api.rejects(restoreDeletedProject, 'INTERNAL')
  await show()
  await expect.element(page.getByText(/erased on Jan 8, 2026/)).toBeVisible()
  await expectAccessible()
  await restore('Billing').click()
  await expect.element(page.getByText(/^Failed to restore project/)).toBeVisible()
  api.answers(restoreDeletedProject, { restored: { id: 8, name: 'Billing' } })
  await restore('Billing').click()
  await expect.element(page.getByText('Project "Billing" restored successfully')).toBeVisible()
})

test('loads, and says that nothing is archived', async () => {
  const api = fakeApi()
  const answer = api.holds(listArchivedProjects)
  await show()
  await expect.element(page.getByRole('heading', { name: 'Archived Projects' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to Dashboard' }))
    .toHaveAttribute('href', '/dashboard')
  answer(sampleArchive([]))
  await expect.element(page.getByText('No archived projects')).toBeVisible()
  await expectAccessible()
})

test('a failure is said, and trying again reads', async () => {
  const api = fakeApi()
  api.rejects(listArchivedProjects, 'INTERNAL')
  await show()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to load archived projects')
  await expectAccessible()
  api.answers(listArchivedProjects, sampleArchive([sampleArchivedProject()]))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Billing' })).toBeVisible()
})

test('a project is restored, and says so', async () => {
  const api = fakeApi()
  api.answers(listArchivedProjects, sampleArchive([sampleArchivedProject()]))
  api.rejects(restoreProject, 'INTERNAL')
  await show()
  await expect.element(page.getByText('Invoices')).toBeVisible()
  await expect.element(page.getByText('20 days left')).toBeVisible()
  await expectAccessible()
  await restore('Billing').click()
  await expect.element(page.getByText(/^Failed to restore project/)).toBeVisible()
  api.answers(restoreProject, { restored: { id: 8, name: 'Billing' } })
  await restore('Billing').click()
  await expect.element(page.getByText('Project "Billing" restored successfully')).toBeVisible()
})

test('a rejection for want of a larger plan has the server’s sentence', async () => {
  const api = fakeApi()
  api.answers(listArchivedProjects, sampleArchive([sampleArchivedProject()]))
  api.rejects(restoreProject, 'UPGRADE_REQUIRED')
  await show()
  await restore('Billing').click()
  await expect.element(page.getByText('Your plan does not include this. Upgrade to use it.')).toBeVisible()
})

test('without a free place nothing is sent, and the button says why', async () => {
  const api = fakeApi()
  const full = { availableSlots: 0, upgradeRequired: true }
  api.answers(listArchivedProjects, sampleArchive([sampleArchivedProject()], full))
  await show()
  await expect.element(restore('Billing')).toHaveAttribute('aria-disabled', 'true')
  await restore('Billing').click({ force: true })
  await expect
    .element(page.getByRole('tooltip'))
    .toHaveTextContent('Your plan has no room for another project. Upgrade, or make room first.')
  expect(api.sent(restoreProject)).toHaveLength(0)
  await expect
    .element(page.getByRole('link', { name: 'Upgrade' }))
    .toHaveAttribute('href', '/subscription?upgrade=true')
  await expectAccessible()
})

test.each([
  [108, '5 days left'],
  [10, '10 hours left'],
])(
  'in grace, %d hours before the end, it warns, and counts what only an upgrade brings back',
  async (hours, left) => {
    const end = new Date(Date.now() + hours * 3_600_000 - 60_000).toISOString()
    const hidden = sampleArchivedProject({ upgradeRequired: true, reason: 'grace_period_expired' })
    fakeApi().answers(
      listArchivedProjects,
      sampleArchive([hidden], {
        hiddenCount: 1,
        upgradeRequired: true,
        gracePeriodStatus: {
          inGracePeriod: true,
          daysRemaining: Math.ceil(hours / 24),
          gracePeriodEnd: end,
        },
        showGracePeriodWarning: true,
      }),
    )
    await show()
    await expect.element(page.getByText(`Grace period: ${left}`)).toBeVisible()
    await expect.element(page.getByText(`archived on ${formatDay(end)} unless`)).toBeVisible()
    await expect.element(page.getByText(/1 project can only be restored by upgrading/)).toBeVisible()
    await expect.element(restore('Billing')).toHaveAttribute('aria-disabled', 'true')
  },
)

test.each([
  [3, 'text-bad'],
  [4, 'text-warn'],
  [7, 'text-warn'],
  [8, 'text-good'],
])('%i days before the expiry the badge is %s', async (daysUntilExpiry, style) => {
  fakeApi().answers(listArchivedProjects, sampleArchive([sampleArchivedProject({ daysUntilExpiry })]))
  await show()
  await expect.element(page.getByText(`${daysUntilExpiry} days left`)).toHaveClass(style)
})

test('after a grace period a project in use is exchanged for one that only upgrading would bring back', async () => {
  const api = fakeApi()
  const project = sampleArchivedProject({ upgradeRequired: true, reason: 'grace_period_expired' })
  api.answers(listArchivedProjects, sampleArchive([project], { availableSlots: 0, hiddenCount: 1 }))
  api.answers(listProjects, {
    projects: [sampleProject({ id: 3, name: 'Website' }), sampleProject({ id: 4, name: 'Shop' })],
  })
  api.rejects(exchangeProjects, 'RATE_LIMITED')
  await show()
  await page.getByRole('button', { name: `Exchange ${project.name}` }).click()
  await page.getByRole('radio', { name: 'Shop' }).click()
  await expectAccessible()
  const confirm = page.getByRole('button', { name: 'Exchange', exact: true })
  await confirm.click()
  await expect.element(page.getByText(/^Too many requests/)).toBeVisible()
  api.answers(exchangeProjects, {
    restored: { id: project.id, name: project.name },
    archived: { id: 4, name: 'Shop' },
    expiresAt: '2026-03-01T00:00:00.000Z',
  })
  await confirm.click()
  await expect
    .element(page.getByText(`Project "${project.name}" restored, and "Shop" archived`))
    .toBeVisible()
  expect(api.sent(exchangeProjects).at(-1)?.body).toEqual({ restoreToken: project.restoreToken, archive: 4 })
})

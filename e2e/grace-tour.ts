// The states of a grace period and of the archive. What takes weeks is answered here, in the shapes of the contract.

import { type ArchivedProject, listArchivedProjects } from '@envhold/contract/archive.ts'
import { type Compliance, readCompliance, readComplianceHistory } from '@envhold/contract/compliance.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listEnvironments } from '@envhold/contract/environments.ts'
import { listProjects, type Project, readProject } from '@envhold/contract/projects.ts'
import type { Page } from '@playwright/test'
import { answer } from './billing-tour.ts'
import type { Stop } from './tour.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 3_600_000).toISOString()
const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

const names = ['Website', 'Billing', 'Warehouse', 'Storefront']
const projects: Project[] = names.map((name, at) => ({
  id: 904 - at,
  name,
  description: at === 1 ? null : `The ${name.toLowerCase()} of the company`,
  created_at: inDays(-400 + at),
  updated_at: inDays(-2),
  user_role: 'owner',
  owner: 1,
  owner_username: 'ada',
  environment_count: 3,
  variable_count: 24 + at,
  collaborator_count: at === 0 ? 3 : at,
  keys_pending: false,
  read_only: 'grace_period',
}))

const grace: Compliance = {
  compliant: false,
  inGracePeriod: true,
  gracePeriodEnd: inDays(12),
  action: 'archive_projects',
  maxProjects: 1,
  maxCollaborators: 2,
  pendingPlanName: 'Free',
  archivedProjects: 0,
  projectCount: 4,
  collaboratorCount: 2,
  keep: [],
  toArchive: [904, 903, 902],
}

const archived = (days: number, at: number): ArchivedProject => ({
  id: 910 + at,
  name: names[at] ?? '',
  description: at === 1 ? null : `The ${names[at]?.toLowerCase()} of the company`,
  reason: at === 0 ? 'grace_period_manual' : 'grace_period_expired',
  archivedAt: inDays(days - 30),
  expiresAt: inDays(days),
  daysUntilExpiry: days,
  restoreToken: String(at).repeat(32),
  upgradeRequired: at !== 0,
})

type Archive = OutputOf<typeof listArchivedProjects>
const archive: Archive = {
  archivedProjects: [archived(3, 0), archived(7, 1), archived(25, 2)],
  hiddenCount: 2,
  upgradeRequired: true,
  availableSlots: 0,
  currentPlan: 'Free',
  gracePeriodStatus: { inGracePeriod: true, daysRemaining: 12, gracePeriodEnd: inDays(12) },
  showGracePeriodWarning: true,
}

async function openDashboard(page: Page, given: Partial<Compliance>, readOnly = true): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const read_only = readOnly ? ('grace_period' as const) : null
  await answer(page, readCompliance, { ...grace, ...given })
  await answer(page, listProjects, { projects: projects.map((each) => ({ ...each, read_only })) })
  await answer(page, listArchivedProjects, archive)
  await page.goto('/dashboard')
  await seen(page, 'Storefront')
}

async function openArchive(page: Page, given: Partial<Archive>, status: Partial<Compliance> = {}) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await answer(page, readCompliance, { ...grace, ...status })
  await answer(page, listArchivedProjects, { ...archive, ...given })
  await page.goto('/account/archived-projects')
}

async function openProject(page: Page, read_only: Project['read_only'], user_role: Project['user_role']) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const [first] = projects
  if (!first) return
  const environments = ['production', 'staging'].map((name, at) => ({
    id: 980 + at,
    project_id: first.id,
    name,
    version: 4,
    variable_count: 12,
    created_at: inDays(-90),
    updated_at: inDays(-3),
    rekey_pending: false,
    color: null,
    protected: false,
  }))
  if (user_role === 'owner') await answer(page, readCompliance, grace)
  await answer(page, readProject, { project: { ...first, read_only, user_role } })
  await answer(page, listEnvironments, { environments })
  await page.goto(`/project/${first.id}?tab=environments`)
  await seen(page, 'staging')
}

const over = { compliant: true, inGracePeriod: false, gracePeriodEnd: null, action: null } as const

export const graceTour: readonly Stop[] = [
  { name: 'grace-dashboard', whole: true, go: (page) => openDashboard(page, {}) },
  {
    name: 'grace-blocked',
    go: async (page) => [
      await page.getByRole('button', { name: 'New Project' }).click({ force: true }),
      await page.getByRole('tooltip').waitFor(),
    ],
  },
  {
    name: 'grace-keep',
    go: async (page) => [
      await page.getByRole('button', { name: 'Choose what stays' }).click(),
      await page.getByRole('dialog').waitFor(),
    ],
  },
  {
    name: 'grace-card-menu',
    go: async (page) => [
      await page.keyboard.press('Escape'),
      await page.getByRole('button', { name: 'More for Website' }).click(),
      await page.getByRole('menuitem', { name: 'Delete project' }).click({ force: true }),
      await page.getByRole('tooltip').waitFor(),
    ],
  },
  {
    name: 'grace-archive-project',
    go: async (page) => [
      await page.getByRole('menuitem', { name: 'Archive' }).click(),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  { name: 'grace-urgent', go: (page) => openDashboard(page, { gracePeriodEnd: inDays(0.5) }) },
  {
    name: 'grace-people',
    go: (page) =>
      openDashboard(
        page,
        {
          action: 'upgrade_required',
          maxProjects: 4,
          toArchive: [],
          collaboratorCount: 6,
        },
        false,
      ),
  },
  {
    name: 'grace-over',
    go: (page) => openDashboard(page, { ...over, archivedProjects: 3, projectCount: 1 }, false),
  },
  { name: 'grace-read-only', go: (page) => openProject(page, 'grace_period', 'owner') },
  { name: 'grace-read-only-collaborator', go: (page) => openProject(page, 'owner_suspended', 'write') },
  {
    name: 'grace-archive',
    whole: true,
    go: async (page) => [await openArchive(page, {}), await seen(page, 'Website')],
  },
  {
    name: 'grace-archive-free-place',
    go: async (page) => [
      await openArchive(
        page,
        {
          archivedProjects: [archived(25, 0)],
          hiddenCount: 0,
          upgradeRequired: false,
          availableSlots: 1,
          gracePeriodStatus: { inGracePeriod: false, daysRemaining: 0, gracePeriodEnd: null },
          showGracePeriodWarning: false,
        },
        { ...over, archivedProjects: 1 },
      ),
      await seen(page, 'Website'),
    ],
  },
  {
    name: 'grace-archive-empty',
    go: async (page) => [
      await openArchive(
        page,
        {
          archivedProjects: [],
          hiddenCount: 0,
          upgradeRequired: false,
          gracePeriodStatus: { inGracePeriod: false, daysRemaining: 0, gracePeriodEnd: null },
          showGracePeriodWarning: false,
        },
        { ...over, archivedProjects: 0 },
      ),
      await seen(page, 'No archived projects'),
    ],
  },
  {
    name: 'grace-subscription',
    go: async (page) => [
      await openDashboard(page, {}),
      await page.goto('/subscription'),
      await seen(page, 'Grace period until'),
    ],
  },
  {
    name: 'grace-history',
    go: async (page) => {
      const entries = (
        [
          ['project_archived', 'Archived the project Website', -1],
          ['grace_reminder', 'Reminded that the grace period ends in 7 days', -4],
          ['grace_started', 'The grace period began: 4 projects, and the plan allows 1', -20],
          ['subscription_ended', 'The subscription to Pro ended', -20],
        ] as const
      ).map(([type, description, days]) => ({ type, description, created_at: inDays(days) }))
      await answer(page, readComplianceHistory, { entries })
      await page.goto('/account#plan-history')
      await page.getByRole('heading', { name: 'Plan and archive history' }).scrollIntoViewIfNeeded()
    },
  },
]

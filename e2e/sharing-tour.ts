// What whoever shares a project, or is asked to, sees of it: stops for the tour of each of them.

import type { Page } from '@playwright/test'
import { unlock } from './on-the-page.ts'
import { type Stop, view } from './tour.ts'

const seen = (page: Page, text: string) => page.getByText(text).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).last().waitFor()

const pressed = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await dialog(page)
}

const closedThenPressed = (name: string) => async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor({ state: 'hidden' })
  await pressed(name)(page)
}

const openTab =
  (tab: string, text: string): Stop['go'] =>
  async (page, { storefront }) => {
    await page.goto(`/project/${storefront.projectId}?tab=${tab}`)
    await seen(page, text)
  }

/** Signed out. */
export const invitedTour: readonly Stop[] = [
  {
    name: 'invite-sign-up',
    go: async (page, { link }) => [await page.goto(link), await seen(page, 'You are invited')],
  },
  {
    name: 'invite-gone',
    go: async (page) => {
      await page.goto('/docs')
      await page.goto('/invite#inv_gone')
      await seen(page, 'This invitation is no longer valid')
    },
  },
  {
    name: 'invite-no-link',
    go: async (page) => [await page.reload(), await seen(page, 'Open the invitation’s link again')],
  },
]

/** As the owner. */
export const sharingTour: readonly Stop[] = [
  { name: 'collaborators', whole: true, go: openTab('collaborators', 'katherine@example.com') },
  { name: 'collaborators-invite', go: pressed('Invite Collaborator') },
  { name: 'collaborators-edit', go: closedThenPressed('Edit permissions of grace') },
  { name: 'collaborators-remove', go: closedThenPressed('Remove grace') },
  { name: 'collaborators-cancel', go: closedThenPressed('Cancel invitation of katherine@example.com') },
  {
    name: 'invitations',
    go: async (page) => [await page.goto('/dashboard'), await pressed('View invitation')(page)],
  },
  { name: 'invitations-decline', go: pressed('Decline invitation to Payments') },
  {
    name: 'invite-somebody-else',
    go: async (page, { link }) => [
      await page.goto(link),
      await seen(page, 'This invitation is for another account'),
    ],
  },
]

/** As somebody who shares a project, on the smallest plan. */
export const collaboratorTour: readonly Stop[] = [
  {
    name: 'member-dashboard',
    go: async (page) => [await page.goto('/dashboard'), await seen(page, 'Upgrade to create more projects')],
  },
  {
    name: 'member-dashboard-shared',
    go: async (page) => [
      await page.getByRole('tab', { name: 'Shared with Me' }).click(),
      await seen(page, 'Storefront'),
    ],
  },
  { name: 'member-environments', go: openTab('environments', 'production') },
  { name: 'member-collaborators', go: openTab('collaborators', 'Team Members') },
  { name: 'member-leave', go: pressed('Leave project') },
  { name: 'member-api-keys', go: openTab('api-keys', 'API keys are for the project owner') },
]

/** Answers as the server would, but for what `change` makes of it. */
const altered =
  (path: string, change: (text: string) => string, then: Stop['go']): Stop['go'] =>
  async (page, seeded) => {
    await page.route(path, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: change(await answer.text()) })
    })
    await then(page, seeded)
    await page.unroute(path)
  }

/** As the colleague, whose own project is shared with as many as the plan allows. */
export const fullTour: readonly Stop[] = [
  {
    name: 'full-collaborators',
    go: async (page, { full }) => [
      await page.goto(`/project/${full.projectId}?tab=collaborators`),
      await seen(page, 'Upgrade to invite more people'),
    ],
  },
]

/** As somebody who only reads. */
export const readerTour: readonly Stop[] = [
  { name: 'reader-environments', go: openTab('environments', 'production') },
  { name: 'reader-locked', go: openTab('variables', 'Unlock') },
  {
    name: 'reader-variables',
    go: async (page, { reader }) => {
      await unlock(page, reader)
      await page.getByRole('rowheader', { name: 'APP_NAME' }).waitFor()
    },
  },
  {
    name: 'reader-grid',
    go: async (page) => [await view(page, 'Grid'), await page.getByRole('rowheader').first().waitFor()],
  },
  {
    name: 'reader-text',
    go: async (page) => {
      await view(page, 'Text')
      await page.getByRole('button', { name: 'Show text' }).click()
    },
  },
  { name: 'reader-collaborators', go: openTab('collaborators', 'Team Members') },
  {
    name: 'reader-activity',
    go: async (page, world) => {
      await openTab('activity', 'All Activities')(page, world)
      await page.getByText('All Activities', { exact: true }).click()
      await seen(page, 'Read the environment')
    },
  },
  {
    name: 'reader-keys-pending',
    go: altered(
      '**/env/projects/*',
      (text) => text.replace('"keys_pending":false', '"keys_pending":true'),
      openTab('environments', 'has to unlock the vault once'),
    ),
  },
  {
    name: 'reader-rekey-pending',
    go: altered(
      '**/env/projects/*/environments',
      (text) => text.replace('"rekey_pending":false', '"rekey_pending":true'),
      openTab('environments', 'New key pending'),
    ),
  },
]

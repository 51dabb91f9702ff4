import { expect } from '@playwright/test'
import { seedProject } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { bytesOf, openPage } from '../open-page.ts'

const maxRequests = 20
const maxBytes = 200 * 1_000

signedIn('the dashboard shows after few requests and few bytes', async ({ browser, server, person }) => {
  const { project } = await seedProject(person, 'production')
  const page = { url: server.url, path: '/dashboard', content: project.name, delayMs: 0, person }
  const { first } = await openPage(browser, page)
  expect(first.map(({ path }) => path)).toContain('/api/env/projects')
  expect(first.length).toBeLessThanOrEqual(maxRequests)
  expect(bytesOf(first)).toBeLessThanOrEqual(maxBytes)
})

signedIn(
  'a project asks for its data before the code of its page has come',
  async ({ browser, server, person }) => {
    const { project } = await seedProject(person, 'production')
    const path = `/project/${project.id}`
    const { first } = await openPage(browser, {
      url: server.url,
      path,
      content: 'production',
      delayMs: 50,
      person,
    })
    const startOf = (part: string) =>
      first.find((request) => request.path.includes(part))?.startedMs ?? Number.NaN
    // By order and not by time: both are asked for by the start script, the data first.
    expect(startOf(`/api/env/projects/${project.id}`)).toBeLessThan(startOf('/assets/project-route'))
    expect(first.filter((request) => request.path === `/api/env/projects/${project.id}`)).toHaveLength(1)
  },
)

signedIn('the word lists of the strength estimate come with the first key', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const lists = () => paths.filter((path) => path.includes('/strength-'))
  await page.goto('/account/security', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Change Master Password' }).click()
  const field = page.getByLabel('New master password', { exact: true })
  await field.focus()
  expect(lists()).toEqual([])
  await field.press('a')
  await expect.poll(lists).toHaveLength(1)
})

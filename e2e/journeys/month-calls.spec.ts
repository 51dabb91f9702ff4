import { expect, type Page } from '@playwright/test'
import { waitForMail } from '../../dev/world/mails.ts'
import { seedApiKey } from '../../dev/world/seed-project.ts'
import { signedInFree } from '../journey.ts'
import { look } from '../judge-page.ts'
import { seedProject } from '../seed.ts'

const keys = 10

const expectBanner = async (page: Page, projectId: number, title: string, text: string) => {
  for (const path of ['/dashboard', `/project/${projectId}`, '/subscription']) {
    await page.goto(path)
    const banner = page.getByText(title)
    await expect(banner).toBeVisible()
    await expect(page.getByText(text)).toBeVisible()
  }
}

signedInFree(
  'the owner hears of the month’s calls in time, by e-mail and on three pages',
  async ({ page, person, server }) => {
    const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
    const made: { readonly apiKey: string }[] = []
    for (let n = 0; n < keys; n++) made.push(await seedApiKey(person, projectId))
    const call = (n: number) =>
      fetch(`${server.url}/api/v1/inject/${projectId}/production`, {
        headers: { 'x-api-key': made[n % keys]?.apiKey ?? '' },
      })
    const use = async (calls: number) => {
      for (let n = 0; n < calls; n += keys)
        for (const answer of await Promise.all(made.map((_, key) => call(key))))
          expect(answer.status).toBe(200)
    }

    await use(750)
    await waitForMail(server.dataDir, 'calls-running-out', person.email)
    await expectBanner(
      page,
      projectId,
      '750 of this month’s 1,000 API calls are used',
      'reads continue for 7 days',
    )
    await look(page, 'Billing at 75 percent')

    await use(250)
    const mail = await waitForMail(server.dataDir, 'calls-used-up', person.email)
    expect(mail.text).toMatch(/Nothing stops(?: now)?: reads continue until/)
    await expectBanner(
      page,
      projectId,
      'All 1,000 API calls of this month are used',
      'Nothing stops: reads continue',
    )
    await look(page, 'Billing without calls')
    await page.goto('/dashboard')
    await expect(page.getByText('Nothing stops: reads continue')).toBeVisible()
    await look(page, 'Dashboard without calls')
    await page.goto(`/project/${projectId}`)
    await expect(page.getByText('Nothing stops: reads continue')).toBeVisible()
    await look(page, 'Project without calls')
  },
)

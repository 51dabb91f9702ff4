import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { seedProject } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { chooseEnvironment, unlock } from '../on-the-page.ts'

signedIn(
  'a project opens where it was left, and says which environment it shows',
  async ({ page, person }) => {
    const { project, environments } = await seedProject(person, 'development', 'production')
    const production = environments[1]?.id ?? 0
    const variables = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`KEY_${n}`, 'value']))
    await person.client.call(writeVariables, {
      params: { id: production },
      body: { variables, mode: 'replace' },
    })

    const place = page.getByRole('button', { name: 'Environment: production' })
    await page.goto(`/project/${project.id}`)
    await page.getByRole('tab', { name: 'Variables' }).click()
    await chooseEnvironment(page, 'production')
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await page.getByRole('link', { name: project.name }).click()
    await expect(place).toBeVisible()

    await unlock(page, person)
    await expect(page.getByRole('row', { name: /KEY_0 / })).toBeInViewport()
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await expect(place).toBeInViewport()
    await expect(page.getByRole('row', { name: /KEY_0 / })).not.toBeInViewport()

    await page.getByRole('button', { name: 'Add Variable' }).click()
    await expect(page.getByRole('button', { name: 'Add to production' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate("localStorage.getItem('project-places')")).toBeNull()
  },
)

import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { openVariables, reveal, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn(
  'of two tabs that save, the second hears of the first and loses nothing',
  async ({ context, person }) => {
    const { projectId } = await seedProject(person, 'Storefront', {
      production: { GREETING: 'Hello', OTHER: '1' },
    })
    const tabs = [await context.newPage(), await context.newPage()] as const
    for (const tab of tabs) {
      await openVariables(tab, projectId)
      await unlock(tab, person)
    }
    const [first, second] = tabs
    await second.getByRole('button', { name: 'Edit GREETING' }).click()
    const form = second.getByRole('dialog', { name: 'Edit Variable' })
    await form.getByLabel('Value').fill('from the second tab')

    await first.getByRole('button', { name: 'Edit OTHER' }).click()
    await first.getByLabel('Value').fill('from the first tab')
    await first.getByRole('button', { name: /^Save to / }).click()
    await expect(first.getByText('Variable updated')).toBeVisible()

    await form.getByRole('button', { name: /^Save to / }).click()
    await expect(form.getByText('Meanwhile somebody changed OTHER.')).toBeVisible()
    await expect(form.getByLabel('Value')).toHaveValue('from the second tab')
    await form.getByRole('button', { name: /^Save to / }).click()
    await expect(form).toBeHidden()
    await expect(await reveal(second, 'GREETING')).toHaveText('from the second tab')
    await expect(await reveal(second, 'OTHER')).toHaveText('from the first tab')
  },
)

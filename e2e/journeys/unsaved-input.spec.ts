import { deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { expect, test } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { clipboard, openVariables, rowOf, unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn('what was typed outlives its environment, and the page stays there', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    production: { GREETING: 'Hello' },
    staging: { GREETING: 'Hi' },
  })
  const { client } = person
  const production = environments.production ?? 0
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByRole('button', { name: 'Edit GREETING' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Variable' })
  await form.getByLabel('Value', { exact: true }).fill('an hour of work')

  await client.call(
    deleteEnvironment,
    { params: { projectId, envId: production } },
    { confirmedEnvironment: 'production' },
  )
  await form.getByRole('button', { name: /^Save to / }).click()
  await expect(form.getByText(/was deleted/).first()).toBeVisible()
  await form.getByRole('button', { name: 'Copy value' }).click()
  await expect.poll(() => clipboard(page)).toBe('an hour of work')

  const ways: Readonly<Record<string, () => Promise<void>>> = {
    Escape: () => page.keyboard.press('Escape'),
    Cancel: () => form.getByRole('button', { name: 'Cancel' }).click(),
    'the close button': () => form.getByRole('button', { name: 'Close' }).click(),
    'a click outside': () => page.mouse.click(4, 4),
  }
  for (const [way, leave] of Object.entries(ways))
    await test.step(way, async () => {
      const keep = page.getByRole('button', { name: 'Keep editing' })
      // Escape closes a tooltip first.
      await expect(async () => {
        if (!(await keep.isVisible())) await leave()
        await expect(keep).toBeVisible({ timeout: 2_000 })
      }).toPass()
      await keep.click()
      await expect(page.getByRole('alertdialog')).toBeHidden()
      await expect(form.getByLabel('Value', { exact: true })).toHaveValue('an hour of work')
    })
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText(`was deleted by ${person.username}`)).toBeVisible()
  await expect(rowOf(page, 'GREETING')).toBeVisible()
  await page.getByRole('button', { name: 'Open staging' }).click()
  await expect(page.getByText('was deleted')).toBeHidden()
  await expect(page.getByRole('grid', { name: 'Variables of staging' })).toBeVisible()
})

signedIn('edits of the grid outlive a column that is deleted', async ({ page, person }) => {
  const { projectId, environments } = await seedProject(person, 'Storefront', {
    production: { GREETING: 'Hello' },
    qa: { GREETING: 'Hey' },
    staging: { GREETING: 'Hi' },
  })
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByText('Grid', { exact: true }).click()
  for (const column of [1, 3]) {
    const cell = rowOf(page, 'GREETING').locator(`[data-column="${column}"]`)
    await cell.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type(`typed ${column}`)
    await page.keyboard.press('Enter')
    await expect(cell).toBeFocused()
  }
  const envId = environments.production ?? 0
  await person.client.call(
    deleteEnvironment,
    { params: { projectId, envId } },
    { confirmedEnvironment: 'production' },
  )
  await page.getByRole('button', { name: 'Review and save 2' }).click()
  await page.getByRole('button', { name: /^Save to / }).click()
  await expect(page.getByText(`production was deleted by ${person.username}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Copy as JSON' }).click()
  await expect.poll(async () => JSON.parse(await clipboard(page))).toEqual({ GREETING: 'typed 1' })
  await page.getByRole('button', { name: 'Review and save 1' }).click()
  await page.getByRole('button', { name: 'Save to staging' }).click()
  await expect(page.getByLabel('Unsaved changes')).toBeHidden()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('production was deleted')).toBeHidden()
})

signedIn('who keeps editing instead of opening another tab is asked once', async ({ page, person }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { GREETING: 'Hello' } })
  await openVariables(page, projectId)
  await unlock(page, person)
  await page.getByText('Text', { exact: true }).click()
  await page.getByRole('button', { name: 'Show text' }).click()
  const text = page.getByLabel('Text of production')
  await text.fill('GREETING=an hour of work')
  const activity = page.getByRole('tab', { name: 'Activity' })
  const stay = page.getByRole('button', { name: 'Keep editing' })
  for (const leave of [() => activity.click(), () => page.keyboard.press('Enter')]) {
    await leave()
    await stay.click()
    await expect(stay).toBeHidden()
    await expect(activity).toBeFocused()
    // A second question would open with the focus.
    await page.waitForTimeout(500)
    await expect(stay).toBeHidden()
    await expect(text).toHaveValue('GREETING=an hour of work')
  }
  await activity.click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(activity).toHaveAttribute('aria-selected', 'true')
})

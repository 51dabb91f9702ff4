import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { unlock } from '../on-the-page.ts'
import { seedProject } from '../seed.ts'

signedIn(
  'a new project is set up with one button, and the next one by its names',
  async ({ page, person }) => {
    await seedProject(person, 'Storefront', { live: { PORT: '80', TOKEN: 'secret-one' } })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'New Project' }).click()
    await page.getByLabel('Project name').fill('Website')
    await page.getByRole('button', { name: 'Create project' }).click()
    await unlock(page, person)
    await expect(page.getByRole('heading', { name: 'Set up Website' })).toBeVisible()
    const projectId = Number(/\d+$/.exec(page.url())?.[0])

    await page.evaluate(`navigator.clipboard.writeText('PORT=8080\\nPATH=/opt/bin\\nTOKEN=secret-two')`)
    await page.getByLabel('Text of the .env file').press('ControlOrMeta+v')
    const list = page.getByRole('list', { name: 'Found variables' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    await expect(list).toContainText('decides which programs are run')
    expect(await page.content()).not.toContain('secret-two')
    await page.getByRole('button', { name: 'Create 3 environments and save 3 variables' }).click()
    await expect(page.getByText('3 environments created, 3 variables saved')).toBeVisible()
    await expect(page).toHaveURL(/tab=variables/)
    await expect(page.getByRole('rowheader', { name: 'TOKEN' })).toBeVisible()

    const { environments } = await person.client.call(listEnvironments, { params: { projectId } })
    expect(
      environments.map((environment) => [
        environment.name,
        environment.variable_count,
        environment.protected,
      ]),
    ).toEqual([
      ['development', 3, false],
      ['staging', 0, false],
      ['production', 0, true],
    ])
    const { variables } = await person.client.call(readVariables, {
      params: { id: environments[0]?.id ?? 0 },
      query: {},
    })
    expect(variables).toEqual({ PORT: '8080', PATH: '/opt/bin', TOKEN: 'secret-two' })

    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'New Project' }).click()
    await page.getByLabel('Project name').fill('Copy')
    await page.getByRole('button', { name: 'Create project' }).click()
    await unlock(page, person)
    await page.getByRole('button', { name: 'Copy another project' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy another project' })
    await expect(dialog.getByRole('button', { name: 'Project: Storefront' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Copy names' }).click()
    await page
      .getByRole('button', { name: 'Create 1 environment and add 2 variables without values' })
      .click()
    await expect(page.getByText('Environment created, 2 variables saved')).toBeVisible()
  },
)

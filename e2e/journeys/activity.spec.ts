import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@envhold/client/client.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { requiredApiKeyPermissions } from '@envhold/contract/permissions.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { expect } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { newLaptop } from '../run-cli.ts'
import { seedProject } from '../seed.ts'

signedIn(
  'what happens shows as it happens, is found, and is taken along',
  async ({ page, person, server }) => {
    const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
    await page.goto('/activity')
    const activity = page.getByRole('table', { name: 'Activity' })
    await expect(activity.getByText('Created the environment "production" in "Storefront"')).toBeVisible()

    await person.client.call(createProject, { body: { name: 'Warehouse' } })
    const fresh = activity.getByRole('row').filter({ hasText: 'Created the project "Warehouse"' })
    await expect(fresh).toBeVisible()

    await page.keyboard.press('/')
    await page.keyboard.type('warehouse')
    // The head, the day, and what was found.
    await expect(activity.getByRole('row')).toHaveCount(3)
    await expect(page).toHaveURL(/\?q=warehouse$/)
    await page.reload()
    await expect(page.getByLabel('Search activity')).toHaveValue('warehouse')
    await expect(fresh).toBeVisible()

    const paths: string[] = []
    page.on('request', (request) => paths.push(request.url()))
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'JSON' }).click()
    const file = await (await download).createReadStream()
    const entries = JSON.parse(Buffer.concat(await file.toArray()).toString())
    expect(entries).toEqual([
      expect.objectContaining({ event_type: 'project_created', project_name: 'Warehouse' }),
    ])
    expect(paths.filter((url) => url.includes(person.token))).toEqual([])

    await page.getByLabel('Search activity').fill('nobody wrote this')
    await expect(page.getByText('No Activity Found')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search', exact: true }).last().click()
    await expect(fresh).toBeVisible()

    const body = { name: 'Pipeline', permissions: [...requiredApiKeyPermissions] }
    const { api_key } = await person.client.call(createApiKey, { params: { id: projectId }, body })
    const pipeline = createClient({ server: server.url, headers: () => ({ 'x-api-key': api_key.api_key }) })
    for (const environment of ['production', 'nowhere'])
      await pipeline.call(inject, { params: { projectId, environment } }).catch(() => {})
    await page.getByRole('tab', { name: /^API Usage/ }).click()
    await expect(page.getByRole('row').filter({ hasText: 'nowhere' }).getByText('404')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'API Usage (2)' })).toBeVisible()

    await page.goto(`/project/${projectId}?tab=api-keys`)
    await page.getByRole('button', { name: 'Usage of Pipeline' }).click()
    const usage = page.getByRole('dialog')
    await expect(usage.locator('svg.recharts-surface')).toBeVisible()
    const drawn = usage.getByRole('table', { name: 'Requests over time' })
    await expect(drawn.getByRole('row').last()).toContainText(/[AP]M11$/)
  },
)

signedIn('changes come first, and reads when they are asked for', async ({ page, person }) => {
  const { environments } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  await person.client.call(readVariables, { params: { id: environments.production ?? 0 } })
  await page.goto('/activity')
  const activity = page.getByRole('table', { name: 'Activity' })
  const created = activity.getByText('Created the environment "production" in "Storefront"')
  const read = activity.getByText(/^Read .*"production"/)
  const filter = (name: string) => page.getByRole('radio', { name })
  await expect(filter('Changes')).toBeChecked()
  await expect(created).toBeVisible()
  await expect(read).toBeHidden()

  const count = async () => {
    const text = await page.getByRole('tab', { name: /^Security & Activity/ }).textContent()
    return Number(/\d+/.exec(text ?? '')?.[0])
  }
  const changes = await count()
  await filter('All Activities').click()
  await expect(read.first()).toBeVisible()
  await expect(page).toHaveURL(/\?filter=all$/)
  await expect.poll(count).toBeGreaterThan(changes)
  await page.reload()
  await expect(filter('All Activities')).toBeChecked()
  await expect(read.first()).toBeVisible()

  await page.goto('/activity?filter=security')
  await expect(filter('Security Events')).toBeChecked()
  await page.goBack()
  await expect(filter('All Activities')).toBeChecked()
  await filter('Changes').click()
  await expect(page).toHaveURL(/\/activity$/)
  await expect(read).toBeHidden()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  const file = await (await download).createReadStream()
  const entries: { event_type: string }[] = JSON.parse(Buffer.concat(await file.toArray()).toString())
  const kinds = entries.map(({ event_type }) => event_type)
  expect(kinds).toContain('environment_created')
  expect(kinds).not.toContain('variables_read')
})

signedIn('a project says what happened in it, a page and a kind at a time', async ({ page, person }) => {
  const environments = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`stage-${index}`, {}]))
  const { projectId } = await seedProject(person, 'Storefront', environments)
  await person.client.call(createApiKey, {
    params: { id: projectId },
    body: { name: 'Pipeline', permissions: [...requiredApiKeyPermissions] },
  })
  await page.goto(`/project/${projectId}?tab=activity`)
  const rows = page.getByRole('table', { name: 'Project activity' }).getByRole('row')
  // The head, the day, the key, and nine environments in one line.
  await expect(rows).toHaveCount(4)
  await page.getByRole('button', { name: /^Created the environment .+, and 8 more like this$/ }).click()
  await expect(rows.filter({ hasText: 'Severity' }).getByRole('listitem')).toHaveCount(9)

  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(rows.filter({ hasText: 'Created the project "Storefront"' })).toBeVisible()
  await person.client.call(createApiKey, {
    params: { id: projectId },
    body: { name: 'Nightly', permissions: [...requiredApiKeyPermissions] },
  })
  await page.getByRole('button', { name: '1 new entry' }).click()
  await expect(rows.nth(2)).toContainText('Nightly')

  await page.getByText('Security events', { exact: true }).click()
  // Both keys are one line, which the search takes apart.
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(2)).toContainText('and 1 more like this')
  await page.getByLabel('Search this page').fill('pipeline')
  await expect(rows.nth(2)).toContainText('Pipeline')
  await page.getByLabel('Search this page').fill('PROJECT_API_KEY')
  await expect(rows.nth(2)).toContainText('and 1 more like this')
  await page.getByLabel('Search this page').fill('twilio')
  await expect(page.getByText('No Activity Found')).toBeVisible()
})

signedIn('an owner downloads the log of a project, and verifies it', async ({ page, person, server }) => {
  const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
  const body = { name: 'Pipeline', permissions: [...requiredApiKeyPermissions] }
  const { api_key } = await person.client.call(createApiKey, { params: { id: projectId }, body })
  const pipeline = createClient({ server: server.url, headers: () => ({ 'x-api-key': api_key.api_key }) })
  await pipeline.call(inject, { params: { projectId, environment: 'production' } })
  const laptop = await newLaptop()
  try {
    await page.goto(`/project/${projectId}?tab=activity`)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Download log…' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download log' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^envhold-storefront-log-[\d-]+\.ndjson$/)
    const file = join(laptop.folder, 'log.ndjson')
    await download.saveAs(file)
    await page.keyboard.press('Escape')
    await page.getByRole('radio', { name: 'All Activities' }).click()
    await expect(
      page.getByRole('row').filter({ hasText: 'Downloaded the log of the project "Storefront"' }),
    ).toBeVisible()

    const printed = await laptop.envhold('audit', 'verify', 'log.ndjson')
    expect(printed).toContain(`log of Storefront (project ${projectId})`)
    expect(printed).toMatch(new RegExp(`^usage/${projectId} +1 `, 'm'))
    const changed = (await readFile(file, 'utf8')).replace('environment_created', 'environment_deleted')
    await writeFile(file, changed)
    await expect(laptop.envhold('audit', 'verify', 'log.ndjson')).rejects.toThrow('The entry was changed.')
  } finally {
    await laptop.remove()
  }
})

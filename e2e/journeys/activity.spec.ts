import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@envhold/client/client.ts'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { updateEnvironment } from '@envhold/contract/environments/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { requiredApiKeyPermissions } from '@envhold/contract/permissions.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, type Locator } from '@playwright/test'
import { signedIn } from '../journey.ts'
import { unlock } from '../on-the-page.ts'
import { picture } from '../pictures.ts'
import { newLaptop } from '../run-cli.ts'
import { seedProject } from '../seed.ts'

/** A line of a log, by its text. */
const line = (log: Locator, text: string) => log.getByRole('row').filter({ hasText: text })

signedIn(
  'what happens shows as it happens, is found, and is taken along',
  async ({ page, person, server }) => {
    const { projectId } = await seedProject(person, 'Storefront', { production: { PORT: '80' } })
    await page.goto('/activity')
    const activity = page.getByRole('table', { name: 'Activity' })
    await expect(line(activity, 'Created the environment production in Storefront')).toBeVisible()

    await person.client.call(createProject, { body: { name: 'Warehouse' } })
    const fresh = line(activity, 'Created the project Warehouse')
    await expect(fresh).toBeVisible()

    await page.keyboard.press('/')
    await page.keyboard.type('warehouse')
    // The day, and what was found.
    await expect(activity.getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL(/\?q=warehouse$/)
    await page.reload()
    await expect(page.getByLabel('Search keys, people, text')).toHaveValue('warehouse')
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

    await page.getByLabel('Search keys, people, text').fill('nobody wrote this')
    await expect(page.getByText('Nothing about nobody wrote this among changes in 30 days.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
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
  const created = line(activity, 'Created the environment production in Storefront')
  const read = line(activity, 'read production of Storefront')
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
  const { projectId } = await seedProject(person, 'Storefront', { production: {} })
  const createKey = (name: string) =>
    person.client.call(createApiKey, {
      params: { id: projectId },
      body: { name, permissions: [...requiredApiKeyPermissions] },
    })
  for (let at = 0; at < 20; at++) await createKey(`Pipeline ${at}`)
  await page.goto(`/project/${projectId}?tab=activity`)
  const log = page.getByRole('table', { name: 'Activity of Storefront' })
  // The day, and twenty lines.
  await expect(log.getByRole('row')).toHaveCount(21)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect(line(log, 'Created the project')).toBeVisible()
  await createKey('Nightly')
  await page.getByRole('button', { name: '1 new entry' }).click()
  await expect(log.getByRole('row').nth(1)).toContainText('Created the API key Nightly')

  await page.getByRole('radio', { name: 'Security events' }).click()
  await page.getByLabel('Search keys, people, text').fill('key nightly')
  await expect(line(log, 'Created the API key Nightly')).toBeVisible()
  await expect(line(log, 'Pipeline 8')).toBeHidden()
  await page.getByLabel('Search keys, people, text').fill('twilio')
  await expect(page.getByText('Nothing about twilio among security events in 30 days.')).toBeVisible()
})

signedIn(
  'who rotated a key is one line, which leads to the history of the key and back',
  async ({ page, person }) => {
    const keys = { SENDGRID_API_KEY: 'old', LOG_LEVEL: 'info', APP_URL: 'https://example.com' }
    const { projectId, environments } = await seedProject(person, 'Storefront', {
      production: keys,
      development: keys,
      qa: keys,
      staging: keys,
    })
    const params = { id: environments.production ?? 0 }
    await person.client.call(updateEnvironment, { params, body: { protected: true } })
    await person.client.call(inviteCollaborator, {
      params: { id: projectId },
      body: { email: 'grace@example.com', role: 'read', environments: Object.values(environments) },
    })
    for (const name of ['development', 'qa', 'staging', 'production'])
      await person.client.call(
        writeVariables,
        {
          params: { id: environments[name] ?? 0 },
          body: { variables: { SENDGRID_API_KEY: 'new' }, mode: 'merge' },
        },
        { confirmedEnvironment: name },
      )
    const dotenv = Array.from({ length: 9 }, (_, at) => `LOAD_TEST_${at}=1`).join('\n')
    await person.client.call(importVariables, {
      params: { id: environments.staging ?? 0 },
      body: { dotenv, mode: 'merge' },
    })
    for (const id of Object.values(environments)) await person.client.call(readVariables, { params: { id } })
    await page.goto(`/project/${projectId}?tab=activity&kind=all`)
    const log = page.getByRole('table', { name: 'Activity of Storefront' })
    const rotated = line(log, 'Changed SENDGRID_API_KEY in development, qa, staging and production')
    await expect(rotated).toBeVisible()
    await expect(rotated.getByTitle('Protected')).toBeVisible()
    await expect(line(log, 'read 4 environments 4 times')).toBeVisible()
    await expect(line(log, 'Imported 9 keys into staging: LOAD_TEST_0, LOAD_TEST_1 and 7 more')).toBeVisible()
    await rotated.getByRole('button', { name: /^Details/ }).press('Enter')
    await expect(page.getByText(/^One save, 4 new versions; production is v2/)).toBeVisible()
    await picture(page, 'Who did what')

    await page.getByLabel('Search keys, people, text').fill('sendgrid')
    await expect(page).toHaveURL(/q=sendgrid/)
    await expect(line(log, 'Imported')).toBeHidden()
    await picture(page, 'Who did what, found')
    await rotated.getByRole('link', { name: 'SENDGRID_API_KEY', exact: true }).first().click()
    await unlock(page, person)
    const history = page.getByRole('dialog', { name: 'History of SENDGRID_API_KEY' })
    await expect(history).toBeVisible()
    await picture(page, 'The history of a key')
    await history.getByRole('link', { name: 'Log of SENDGRID_API_KEY' }).click()
    await expect(page.getByLabel('Search keys, people, text')).toHaveValue('SENDGRID_API_KEY')
    await expect(rotated).toBeVisible()
    await page.goBack()
    await expect(history).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Search keys, people, text')).toHaveValue('sendgrid')
    await page.getByLabel('Search keys, people, text').fill('SENDGIRD')
    await expect(page.getByText('Nothing about SENDGIRD in 30 days.')).toBeVisible()
    await picture(page, 'Who did what, nothing found')
    await page.goto('/activity')
    await expect(page.getByRole('table', { name: 'Activity' })).toContainText('Changed SENDGRID_API_KEY in')
    await picture(page, 'Activity of an account, in lines')
  },
)

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
    await expect(page.getByRole('row').filter({ hasText: 'Downloaded the log of the project' })).toBeVisible()

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

import { readFile } from 'node:fs/promises'
import { exportEnvironment } from '@envhold/contract/export.ts'
import { updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, type Page } from '@playwright/test'
import { parse } from 'dotenv'
import { strFromU8, unzipSync } from 'fflate'
import { archiveOnDisk } from '../../dev/world/archive-on-disk.ts'
import { operate } from '../../dev/world/run-program.ts'
import { seedEnvironment, seedProject } from '../../dev/world/seed-project.ts'
import { signedIn } from '../journey.ts'
import { lookAtDialog } from '../judge-page.ts'

const hard = {
  DATABASE_URL: 'postgres://u:p@db/shop?x=1#y',
  SINGLE: "it's",
  DOUBLE: 'say "hi"',
  LINES: '-----BEGIN KEY-----\nabc\n-----END KEY-----\n',
  DOLLAR: 'pa$word and $HOME',
  EMPTY: '',
  SPACES: '  around  ',
  UNICODE: 'grün 日本 😀',
}
const bothQuotes = `{"name": "it's"}`

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download everything' })

async function download(page: Page): Promise<Readonly<Record<string, string>>> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download unencrypted ZIP' }).click()
  const file = await readFile(await (await saving).path())
  const files = unzipSync(file)
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

signedIn('everything, archived projects too, as files that others read', async ({ page, person, server }) => {
  const shop = await seedEnvironment(person, { ...hard, JSON: bothQuotes })
  const change = { params: { id: shop.id, key: 'EMPTY' }, body: { value: 'no longer' } }
  await person.client.call(updateVariable, change)
  const old = await seedProject(person, 'staging')
  await person.client.call(writeVariables, {
    params: { id: old.ids.staging },
    body: { variables: { FROM: 'the archive' }, mode: 'replace' },
  })
  await archiveOnDisk(server.dataDir, { projectId: old.project.id, ownerId: person.userId })

  await page.goto('/account')
  await lookAtDialog(page, 'Download everything')
  await page.getByRole('button', { name: 'Download everything' }).click()
  await expect(dialog(page).getByText('Contains 2 projects (1 archived) with 2 environments.')).toBeVisible()
  // The vault is locked: it asks in place.
  const field = dialog(page).getByRole('textbox', { name: 'Master password' })
  await field.fill('wrong')
  await page.getByRole('button', { name: 'Download unencrypted ZIP' }).click()
  await expect(field).toHaveAccessibleDescription(/Invalid master password/)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Download everything' }).click()
  await field.fill(person.masterPassword ?? '')
  const files = await download(page)
  await expect(dialog(page).getByText('Download complete')).toBeVisible()

  expect(Object.keys(files).toSorted()).toEqual([
    'README.txt',
    'Shop (2)/production.env',
    'Shop/staging.env',
    'envhold-export.json',
  ])
  expect(parse(files['Shop (2)/production.env'] ?? '')).toEqual({ ...hard, EMPTY: 'no longer' })
  expect(parse(files['Shop/staging.env'] ?? '')).toEqual({ FROM: 'the archive' })
  expect(files['README.txt']).toContain('Shop (2)/production.env: JSON: ')
  expect(files['README.txt']).not.toContain(bothQuotes)

  const { projects } = JSON.parse(files['envhold-export.json'] ?? '')
  expect(projects.map((project: { archived_at: unknown }) => project.archived_at !== null)).toEqual([
    true,
    false,
  ])
  const [environment] = projects[1].environments
  const { versions } = await person.client.call(exportEnvironment, { params: { id: shop.id } })
  expect(environment.versions).toEqual(versions)
  for (const { version, variables, created_at, author } of environment.versions) {
    const read = await person.client.call(readVersion, { params: { id: shop.id, version } })
    expect({ variables, created_at, author }).toEqual({
      variables: read.variables,
      created_at: read.created_at,
      author: person.username,
    })
  }
  expect(environment.versions.at(-1).variables).toEqual({ ...hard, JSON: bothQuotes })
})

signedIn('a suspended account takes its projects along', async ({ page, server, person: _ }) => {
  const machine = { DATA_DIR: server.dataDir, PUBLIC_URL: server.url }
  // The first account is the last operator, whom nobody suspends.
  const other = await server.addPerson()
  await seedEnvironment(other, { MINE: 'kept' })
  await operate(machine, 'suspend', other.email, '--reason', 'The terms were broken.')
  await page.addInitScript(
    ([token, username]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('username', username ?? '')
    },
    [other.token, other.username],
  )
  await page.goto('/suspended')
  await lookAtDialog(page, 'Download everything')
  await page.getByRole('button', { name: 'Download everything' }).click()
  await expect(dialog(page).getByText('Contains 1 project with 1 environment.')).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: 'Master password' })
    .fill(other.masterPassword ?? '')
  const files = await download(page)
  expect(parse(files['Shop/production.env'] ?? '')).toEqual({ MINE: 'kept' })
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL('/suspended')
})

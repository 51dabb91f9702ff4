import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { type FoundVariable, findSameValues } from '@envhold/contract/variables/find.ts'
import { readVariables, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject } from '../../../tests/samples.ts'
import { showWorkbench } from '../../../tests/show-workbench.tsx'
import { variablesQuery } from '../data/variable-queries.ts'
import { FindValueDialog } from './find-value-dialog.tsx'

const secret = 'SG.not-a-real-key-9f86d081884c7d65'
const production = sampleEnvironment({ protected: true, variable_count: 1 })

const place = (id: number, name: string, isProtected = false) => ({
  id,
  name,
  color: null,
  protected: isProtected,
  version: 5,
})
const inProject = (
  id: number,
  name: string,
  environments: FoundVariable['environments'],
  user_role: 'owner' | 'read' = 'owner',
) => ({
  same_as: 'SENDGRID_API_KEY',
  key: 'SENDGRID_API_KEY',
  project: { id, name, owner_username: 'grace', user_role },
  environments,
})
const matches = [
  inProject(21, 'Checkout', [place(210, 'production', true), place(211, 'staging')]),
  inProject(22, 'Billing worker', [place(220, 'staging')]),
  inProject(23, 'Design system', [place(230, 'production', true)], 'read'),
]

function answered(api: FakeApi): void {
  api.answers(listEnvironments, { environments: [production] })
  api.answers(listProjects, { projects: [sampleProject({ name: 'Storefront' })] })
  api.answers(readVariables, {
    environment: production,
    version: 4,
    variables: { SENDGRID_API_KEY: secret },
    details: {},
  })
  api.answers(listVersions, { versions: [], whole_from: null, hasMore: false })
  api.answers(findSameValues, { matches, total: 3, projects: 3, searched: 12, unsearched: 0 })
}
const written = (api: FakeApi) =>
  api.answers(writeVariables, ({ path }) => {
    const id = Number(/environments\/(\d+)/.exec(path)?.[1])
    const names = { added: [], changed: ['SENDGRID_API_KEY'], removed: [], unchanged: [] }
    return { environment: sampleEnvironment({ id, version: 6 }), warnings: [], ...names }
  })

const button = (name: string | RegExp) => page.getByRole('button', { name })

test('a revealed row says in which other projects its value is, once it is asked', async () => {
  const api = fakeApi()
  answered(api)
  await showWorkbench(api, { place: { environment: production.id } })
  await button('Reveal SENDGRID_API_KEY').click()
  expect(api.sent(findSameValues)).toHaveLength(0)
  await button('Same elsewhere?').click()
  const panel = page.getByRole('dialog', { name: 'Same value in 3 other projects' })
  await expect.element(panel).toBeVisible()
  await expect.element(panel.getByRole('checkbox', { name: /Checkout/ })).toBeChecked()
  await expect.element(panel.getByRole('checkbox', { name: /Design system/ })).toBeDisabled()
  await expect.element(panel.getByRole('checkbox', { name: /Design system/ })).not.toBeChecked()
  await expect.element(panel).toHaveTextContent('2 projects, 3 environments')
  expect(api.sent(findSameValues)[0]?.body).toEqual({
    environment_id: production.id,
    keys: ['SENDGRID_API_KEY'],
  })
  await expectAccessible()
})

test('rotating there too writes one new value everywhere, the protected environments last', async () => {
  const api = fakeApi()
  answered(api)
  written(api)
  await showWorkbench(api, { place: { environment: production.id } })
  await button('Reveal SENDGRID_API_KEY').click()
  await button('Same elsewhere?').click()
  await page.getByRole('checkbox', { name: /Billing worker/ }).click()
  await button('Rotate there too…').click()
  const dialog = page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' })
  await dialog.getByLabelText('New value').fill('the new value')
  await dialog.getByRole('button', { name: 'Review 3 environments' }).click()
  const rows = dialog.getByRole('listitem')
  expect(rows.elements().map((row) => row.textContent)).toEqual([
    expect.stringContaining('Checkoutstaging'),
    expect.stringMatching(/^Storefrontproduction/),
    expect.stringMatching(/^Checkoutproduction/),
  ])
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Rotate in 3 environments' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  const sent = api.sent(writeVariables)
  expect(sent.map(({ path }) => path.split('/')[4])).toEqual(['211', String(production.id), '210'])
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"5"', '"4"', '"5"'])
  expect(sent.map(({ headers }) => headers.get('confirm-environment'))).toEqual([
    null,
    'production',
    'production',
  ])
  expect(sent[0]?.body).toMatchObject({ variables: { SENDGRID_API_KEY: 'the new value' }, mode: 'merge' })
})

test('what fails is named, and what is written is not written again', async () => {
  const api = fakeApi()
  answered(api)
  api.rejects(writeVariables, 'PROJECT_READ_ONLY')
  await showWorkbench(api, { place: { environment: production.id } })
  await button('Reveal SENDGRID_API_KEY').click()
  await button('Same elsewhere?').click()
  await button('Rotate there too…').click()
  const dialog = page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' })
  await dialog.getByLabelText('New value').fill('the new value')
  await dialog.getByRole('button', { name: /^Review/ }).click()
  await dialog.getByRole('button', { name: /^Rotate in/ }).click()
  await expect.element(dialog.getByText(/read-only/).first()).toBeVisible()
  written(api)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
})

test('a rotation is based on the version that was searched, also if the page has read a newer one', async () => {
  const api = fakeApi()
  answered(api)
  written(api)
  const { connection } = await showWorkbench(api, { place: { environment: production.id } })
  await button('Reveal SENDGRID_API_KEY').click()
  await button('Same elsewhere?').click()
  await button('Rotate there too…').click()
  const dialog = page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' })
  await dialog.getByLabelText('New value').fill('the new value')
  const newer = sampleEnvironment({ id: 211, version: 9 })
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/211/') ? newer : production
    return { environment, version: environment.version, variables: {}, details: {} }
  })
  await connection.queries.fetchQuery(variablesQuery(connection, newer.id))
  await dialog.getByRole('button', { name: /^Review/ }).click()
  await dialog.getByRole('button', { name: /^Rotate in/ }).click()
  await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  const sent = api.sent(writeVariables).filter(({ path }) => path.includes('/211/'))
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"5"'])
})

test('two keys of one environment follow each other, and after an other save trying again writes', async () => {
  const api = fakeApi()
  answered(api)
  const staging = [place(211, 'staging')]
  const twice = [
    inProject(21, 'Checkout', staging),
    { ...inProject(21, 'Checkout', staging), key: 'MAIL_KEY' },
  ]
  api.answers(findSameValues, { matches: twice, total: 2, projects: 1, searched: 12, unsearched: 0 })
  written(api)
  await showWorkbench(api, { place: { environment: production.id } })
  await button('Reveal SENDGRID_API_KEY').click()
  await button('Same elsewhere?').click()
  await button('Rotate there too…').click()
  const dialog = page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' })
  await dialog.getByLabelText('New value').fill('the new value')
  await dialog.getByRole('button', { name: /^Review/ }).click()
  api.answers(writeVariables, () => {
    api.rejects(writeVariables, 'VERSION_MISMATCH')
    const names = { added: [], changed: [], removed: [], unchanged: [] }
    return { environment: sampleEnvironment({ id: 211, version: 6 }), warnings: [], ...names }
  })
  api.answers(readVariables, ({ path }) => {
    const environment = path.includes('/211/') ? sampleEnvironment({ id: 211, version: 8 }) : production
    return { environment, version: environment.version, variables: { MAIL_KEY: secret }, details: {} }
  })
  await dialog.getByRole('button', { name: /^Rotate in/ }).click()
  await expect.element(dialog.getByText(/since you loaded it/i).first()).toBeVisible()
  written(api)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  const sent = api.sent(writeVariables).filter(({ path }) => path.includes('/211/'))
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"5"', '"6"', '"8"'])
})

test('after a secret was replaced, the page offers to replace it in other projects', async () => {
  const api = fakeApi()
  answered(api)
  api.answers(updateVariable, { environment: { ...production, version: 5 }, warnings: [] })
  await showWorkbench(api, { place: { environment: production.id } })
  await button('Edit SENDGRID_API_KEY').click()
  await page.getByLabelText('Value', { exact: true }).fill('another secret of the shop')
  await button('Save to production').click()
  await expect
    .element(page.getByText('The former value of SENDGRID_API_KEY is still in 3 other projects.'))
    .toBeVisible()
  expect(api.sent(findSameValues)[0]?.body).toEqual({
    environment_id: production.id,
    keys: ['SENDGRID_API_KEY'],
    version: 4,
  })
  await button('Rotate there too…').click()
  const dialog = page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' })
  await expect.element(dialog.getByLabelText('New value')).toHaveValue('another secret of the shop')
  await expect.element(dialog.getByRole('button', { name: 'Review 3 environments' })).toBeVisible()
})

test('that offer opens from another view, and ends with the page of the variables', async () => {
  const api = fakeApi()
  answered(api)
  const staging = sampleEnvironment({ id: 12, name: 'staging' })
  api.answers(listEnvironments, { environments: [production, staging] })
  api.answers(updateVariable, { environment: { ...production, version: 5 }, warnings: [] })
  const { leave } = await showWorkbench(api, { place: { environment: production.id } })
  const replace = async (value: string) => {
    await button('Edit SENDGRID_API_KEY').click()
    await page.getByLabelText('Value', { exact: true }).fill(value)
    await button('Save to production').click()
    await expect.element(button('Rotate there too…')).toBeVisible()
  }
  await replace('another secret of the shop')
  await page.getByRole('radio', { name: 'Text' }).click()
  await button('Rotate there too…').click()
  await page.getByRole('dialog', { name: 'Rotate SENDGRID_API_KEY' }).getByText('Cancel').click()
  await page.getByRole('radio', { name: 'Table' }).click()
  await replace('one more secret of the shop')
  leave()
  await expect.element(button('Rotate there too…')).not.toBeInTheDocument()
})

test('the answer for a value does not stand below another one', async () => {
  const api = fakeApi()
  const answer = api.holds(findSameValues)
  await renderPart(<FindValueDialog onClose={() => {}} />)
  const field = page.getByLabelText('Value', { exact: true })
  await field.fill('the first value')
  await button('Find').click()
  await field.fill('the second value')
  answer({ matches: [], total: 0, projects: 0, searched: 12, unsearched: 0 })
  await expect.element(button('Find')).not.toHaveAttribute('aria-busy')
  expect(page.getByText('No variable in 12 environments has this value.').elements()).toEqual([])
  api.answers(findSameValues, { matches: [], total: 0, projects: 0, searched: 12, unsearched: 0 })
  await button('Find').click()
  await expect.element(page.getByText('No variable in 12 environments has this value.')).toBeVisible()
})

test('a value that cannot be compared is said, and asked again', async () => {
  const api = fakeApi()
  answered(api)
  api.rejects(findSameValues, 'LIMIT_REACHED')
  await showWorkbench(api, { place: { environment: production.id } })
  await button('Reveal SENDGRID_API_KEY').click()
  await button('Same elsewhere?').click()
  await expect.element(button('Try again')).toBeVisible()
  api.answers(findSameValues, { matches: [], total: 0, projects: 0, searched: 1, unsearched: 0 })
  await button('Try again').click()
  await expect.element(page.getByText('No other project has this value').first()).toBeVisible()
})

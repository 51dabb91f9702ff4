import { listApiKeyPermissions, listApiKeys } from '@envhold/contract/api-keys.ts'
import { type Collaborator, listCollaborators } from '@envhold/contract/collaborators/collaborators.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { type ReadOnlyReason, readProject } from '@envhold/contract/projects/projects.ts'
import { createVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refetchAfterRejection } from '../../../features/projects/refetch-after-rejection.ts'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleApiKey, sampleEnvironment, sampleOwner, sampleProject } from '../../../tests/samples.ts'
import type { ProjectAction, ProjectSearch } from '../../search.ts'
import { ProjectPage } from './project-page.tsx'

const inGrace = 'Read-only during grace period'
const production = sampleEnvironment()
const staging = sampleEnvironment({ id: 12, name: 'staging' })
const bob: Collaborator = {
  user_id: 2,
  username: 'bob',
  email: 'bob@example.com',
  role: 'write',
  status: 'accepted',
  invited_at: '2026-03-01T10:00:00.000Z',
  expires_at: null,
  shared_environments: [11],
  keys_pending: false,
  access_paused: true,
  account_deleted_until: null,
}

function answered(read_only: ReadOnlyReason | null = 'grace_period'): FakeApi {
  const api = fakeApi()
  api.answers(readProject, { project: sampleProject({ read_only }) })
  api.answers(listEnvironments, { environments: [production, staging] })
  api.answers(readVariables, ({ path }) => ({
    environment: path.includes('/12/') ? staging : production,
    version: 4,
    variables: { PORT: '80' },
    details: {},
  }))
  api.answers(listCollaborators, {
    owner: sampleOwner,
    last_seen: [],
    collaborators: [bob],
  })
  api.answers(listApiKeys, { api_keys: [sampleApiKey()] })
  api.answers(listApiKeyPermissions, { permissions: [] })
  return api
}

const show = (search: ProjectSearch, action?: ProjectAction) =>
  renderPart(<ProjectPage id={7} search={search} action={action} onActionDone={() => {}} />, {
    path: '/project/7',
  })

const button = (name: string | RegExp) => page.getByRole('button', { name })

/** It stays in its place, sends nothing and says why. */
async function expectBlocked(name: string | RegExp, reason = inGrace): Promise<void> {
  await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  button(name).element().focus()
  await userEvent.keyboard('{Enter}')
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
  await expect.element(page.getByText(reason).last()).toBeVisible()
}
const expectFree = (name: string | RegExp) =>
  expect.element(button(name)).not.toHaveAttribute('aria-disabled', 'true')

test.each([
  ['grace_period', inGrace],
  ['owner_suspended', 'Read-only while the owner’s account is suspended'],
] as const)('%s: the notice says so, and environments cannot be changed', async (read_only, text) => {
  answered(read_only)
  await show({})
  await expect.element(page.getByRole('status').filter({ hasText: text })).toBeVisible()
  await expectBlocked('Add Environment', text)
  await expectBlocked('Edit staging', text)
  await expectBlocked('Delete staging', text)
  await expectFree('Download .env of staging')
  await expectAccessible()
})

test.each([
  ['archived', 'grace_period', 'Then this project is archived'],
  ['unchanged', 'grace_period', 'This project stays, and can be changed again then.'],
  ['access_paused', null, 'Then your access is paused.'],
] as const)(
  'a collaborator reads when the grace period ends, and that it is %s then',
  async (outcome, read_only, text) => {
    const api = answered(read_only)
    const grace = { end: '2026-12-27T10:00:00.000Z', outcome }
    const owner = { user_role: 'read', owner_username: 'grace' } as const
    api.answers(readProject, { project: sampleProject({ read_only, grace, ...owner }) })
    await show({})
    const notice = page.getByRole('status').filter({ hasText: text })
    await expect.element(notice).toHaveTextContent('until Dec 27, 2026')
    await expectAccessible()
  },
)

test('a project that can be changed has neither notice nor blocked controls', async () => {
  answered(null)
  await show({})
  await expectFree('Add Environment')
  await expectFree('Delete staging')
  expect(page.getByText(inGrace).elements()).toHaveLength(0)
})

test('the table reveals and copies, and changes nothing by button, key or paste', async () => {
  answered()
  await show({ tab: 'variables' })
  await expect.element(page.getByRole('row', { name: 'PORT' })).toBeVisible()
  await expectBlocked('Add Variable')
  await expectBlocked('Import .env')
  await expectBlocked('Edit PORT')
  await expectBlocked('Delete PORT')
  await expectFree('Reveal PORT')
  await expectFree('Copy PORT')
  await expectFree('Download .env')
  await expectFree('Compare environments')
  page.getByRole('row', { name: 'PORT' }).element().focus()
  await userEvent.keyboard('e')
  await userEvent.keyboard('n')
  await userEvent.keyboard('{Delete}')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'A=1\nB=2\n')
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  await expect.element(page.getByRole('listitem').filter({ hasText: inGrace })).toBeVisible()
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
  await expectAccessible()
})

test('commands that change it say why they cannot run', async () => {
  answered()
  await show({ tab: 'variables' }, 'add-variable')
  await expect.element(page.getByRole('listitem').filter({ hasText: inGrace })).toBeVisible()
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
})

test('an old version can be looked at, and not be restored', async () => {
  const api = answered()
  const version = (number: number) => ({
    version: number,
    created_at: '2026-03-01T10:00:00.000Z',
    author: { username: 'ada', token_name: null },
    added: [],
    changed: [],
    removed: [],
  })
  api.answers(listVersions, { versions: [version(4), version(3)], whole_from: null, hasMore: false })
  await show({ tab: 'variables' })
  await button('History').click()
  await expect.element(button('Restore')).toHaveAttribute('aria-disabled', 'true')
  await button('Restore').click({ force: true })
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(inGrace)
})

test('the grid changes nothing', async () => {
  answered()
  await show({ tab: 'variables', view: 'grid' })
  await expect.element(page.getByRole('row', { name: /PORT/ })).toBeVisible()
  await expectBlocked('Add key')
  const cell = page.getByRole('gridcell').nth(1)
  cell.element().focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Delete}')
  expect(page.getByRole('region', { name: 'Unsaved changes' }).elements()).toHaveLength(0)
  expect(page.getByRole('textbox', { name: /Value of PORT/ }).elements()).toHaveLength(0)
})

test('the text can be read and not be typed into', async () => {
  answered()
  await show({ tab: 'variables', view: 'text' })
  await button('Show text').click()
  await expect.element(page.getByRole('textbox', { name: 'Text of production' })).toHaveAttribute('readonly')
  await expectBlocked('Nothing to save')
})

test('collaborators can be removed, and nobody invited; paused access is explained', async () => {
  answered()
  await show({ tab: 'collaborators' })
  await expect.element(page.getByText('Access paused')).toBeVisible()
  await expect.element(page.getByText(/Upgrading brings this access back/)).toBeVisible()
  await expectBlocked('Invite Collaborator')
  await expectFree('Remove bob')
  await button('Edit permissions of bob').click()
  await expect.element(page.getByText('You can reduce this access, but not extend it.')).toBeVisible()
  await expectAccessible()
})

test('API keys can be turned off and deleted, and none created', async () => {
  answered()
  await show({ tab: 'api-keys' })
  await expectBlocked('Create API Key')
  await expectFree('Delete GitHub Actions')
  await button('Edit GitHub Actions').click()
  await expect.element(page.getByText(/You can turn the key off/)).toBeVisible()
})

test('when the grace period begins in mid-work, what was typed stays, and the page turns read-only', async () => {
  const api = answered(null)
  const { connection } = await show({ tab: 'variables' })
  await button('Add Variable').click()
  await page.getByRole('textbox', { name: 'Key' }).fill('NEW_KEY')
  await page.getByLabelText('Value').first().fill('typed')
  api.rejects(createVariable, 'PROJECT_READ_ONLY')
  api.answers(readProject, { project: sampleProject({ read_only: 'grace_period' }) })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Add|Create|Save)/ })
    .click()
  await expect.element(page.getByText('This project is read-only at the moment.')).toBeVisible()
  refetchAfterRejection(connection.queries, 'createVariable', 'PROJECT_READ_ONLY')
  await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue('NEW_KEY')
  const add = page.getByRole('button', { name: 'Add Variable', includeHidden: true }).first()
  await expect.element(add).toHaveAttribute('aria-disabled', 'true')
})

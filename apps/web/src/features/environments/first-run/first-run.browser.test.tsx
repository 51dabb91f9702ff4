import { confirmRecoveryKey } from '@envhold/contract/accounts/account-security.ts'
import {
  createEnvironment,
  type Environment,
  listEnvironments,
} from '@envhold/contract/environments/environments.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import {
  createProject,
  listProjects,
  type Project,
  readProject,
} from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject } from '../../../tests/samples.ts'
import { UnlockPrompt } from '../../keyring/unlock-prompt.tsx'
import { FirstRun } from './first-run.tsx'

const masterPassword = 'correct horse battery staple'
const recoveryKey = 'AAAAA-BBBBB-CCCCC'
const written = { warnings: [], added: [], changed: [], removed: [], unchanged: [] }

/** A server that remembers what was created. */
function server(hasMasterPassword = false) {
  const api = fakeApi()
  const projects: Project[] = []
  const environments: Environment[] = []
  api.answers(readMasterPasswordStatus, { hasMasterPassword })
  api.answers(confirmRecoveryKey, { message: 'Confirmed' })
  api.answers(setUpMasterPassword, { message: 'Set', recoveryKey })
  api.answers(listProjects, () => ({ projects }))
  api.answers(listEnvironments, () => ({ environments }))
  api.answers(createProject, ({ body }) => {
    const { name } = body as { name: string }
    projects.push(sampleProject({ id: 7, name, environment_count: 0 }))
    return { project: projects[0] as Project }
  })
  api.answers(readProject, () => ({ project: projects[0] as Project }))
  api.answers(createEnvironment, ({ body }) => {
    const { name } = body as { name: string }
    const environment = sampleEnvironment({ id: 20 + environments.length, name, version: 0 })
    environments.push(environment)
    return { environment }
  })
  api.answers(writeVariables, ({ path }) => ({
    environment: sampleEnvironment({ id: Number(path.split('/')[4]), version: 1 }),
    ...written,
  }))
  return api
}

function Page() {
  const [isHeld, setHeld] = useState<boolean>()
  return (
    <>
      <FirstRun onHold={setHeld} next={({ environment }) => <p>Next in {environment.name}</p>} />
      <UnlockPrompt />
      <p>{isHeld ? 'Held here' : 'Free to leave'}</p>
    </>
  )
}
const show = () => renderPart(<Page />, { locked: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const nameField = () => page.getByLabelText('Project name')
const passwordField = () => page.getByRole('textbox', { name: 'Master password', exact: true })
const password = () => page.getByLabelText('Master password', { exact: true })
const sheet = () => page.getByRole('dialog', { name: 'Keep your recovery key' })
const groupField = () => sheet().getByLabelText(/^Group \d of your recovery key$/)

async function paste(text: string) {
  const data = new DataTransfer()
  data.setData('text', text)
  page
    .getByLabelText('Text of the .env file')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}

async function typeGroup() {
  const label = sheet().getByText(/^Group \d of your recovery key$/)
  await expect.element(label).toBeVisible()
  const group = Number(/\d/.exec(label.element().textContent ?? '')?.[0])
  await groupField().fill(recoveryKey.split('-')[group - 1] ?? '')
}

test('one button sets up the vault, the project, its environments and the pasted variables', async () => {
  const api = server()
  const { connection } = await show()
  await expect.element(page.getByText('No owned projects yet')).toBeVisible()
  await expect.element(nameField()).toHaveFocus()
  await expect.element(password()).toBeVisible()
  await expectAccessible()
  await expect.element(page.getByText('Free to leave')).toBeInTheDocument()
  await nameField().fill('Storefront')
  await paste('TOKEN=secret-one\nPATH=/opt/secret-two\n')
  await expect.element(page.getByText('decides which programs are run')).toBeVisible()
  expect(document.body.innerHTML).not.toContain('secret-')
  await password().fill(masterPassword)
  await expectAccessible()
  await expect.element(page.getByText('Held here')).toBeInTheDocument()
  expect(connection.unsaved.any()).toBe(true)
  await userEvent.keyboard('{Enter}')

  await expect.element(sheet()).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet()).toBeVisible()
  await typeGroup()
  await expect.element(page.getByRole('heading', { name: 'Storefront is ready' })).toHaveFocus()
  await expect.element(page.getByText('3 environments created, 2 variables saved')).toBeVisible()
  await expect.element(page.getByText('Next in development')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open project' }))
    .toHaveAttribute('href', '/project/7?tab=variables&environment=20')
  await expectAccessible()
  expect(connection.unsaved.any()).toBe(false)
  await expect.element(page.getByText('Held here')).toBeInTheDocument()
  expect(api.sent(setUpMasterPassword).map(({ body }) => body)).toEqual([{ masterPassword }])
  expect(api.sent(createProject).map(({ body }) => body)).toEqual([{ name: 'Storefront' }])
  expect(api.sent(createEnvironment).map(({ body }) => body)).toEqual([
    { name: 'development' },
    { name: 'staging' },
    { name: 'production' },
  ])
  expect(api.sent(writeVariables)).toHaveLength(1)
  expect(api.sent(confirmRecoveryKey)).toHaveLength(1)
})

test('missing fields are named, and nothing is sent', async () => {
  const api = server()
  await show()
  await expect.element(password()).toBeVisible()
  await button('Create project with 3 environments').click()
  await expect.element(page.getByText('Project name is required')).toBeVisible()
  await expect.element(page.getByText('Master password is required')).toBeVisible()
  await expect.element(nameField()).toHaveFocus()
  await expectAccessible()
  expect(api.sent(setUpMasterPassword)).toHaveLength(0)
})

test('Enter in the name of an environment keeps the name and submits nothing', async () => {
  const api = server()
  await show()
  await expect.element(password()).toBeVisible()
  await nameField().fill('Storefront')
  await password().fill(masterPassword)
  await button('Rename staging').click()
  await userEvent.keyboard('qa{Enter}')
  await expect.element(button('Rename qa')).toBeVisible()
  expect(api.sent(setUpMasterPassword)).toHaveLength(0)
})

test('the sign-in password becomes the master password once that is confirmed', async () => {
  const api = server()
  const message = 'This is the password you sign in with.'
  api.rejects(setUpMasterPassword, 'VALIDATION_FAILED', [{ path: 'confirmSamePassword', message }])
  await show()
  await expect.element(password()).toBeVisible()
  await nameField().fill('Storefront')
  await password().fill(masterPassword)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(message)).toBeVisible()
  expect(page.getByText('Nothing was created').elements()).toEqual([])
  await page.getByRole('checkbox', { name: 'Use it anyway' }).click()
  api.answers(setUpMasterPassword, { message: 'Set', recoveryKey })
  await page.getByRole('button', { name: /^Create project/ }).click()
  await expect.element(sheet()).toBeVisible()
  expect(api.sent(setUpMasterPassword)[1]?.body).toEqual({ masterPassword, confirmSamePassword: true })
})

test('a failure at any step keeps what was typed, and the button does the rest', async () => {
  const api = server()
  api.rejects(setUpMasterPassword, 'INTERNAL')
  await show()
  await expect.element(password()).toBeVisible()
  await nameField().fill('Storefront')
  await paste('TOKEN=abc')
  await password().fill(masterPassword)
  await button('Create project with 3 environments and save 1 variable').click()
  await expect.element(page.getByText('Nothing was created')).toBeVisible()
  await expect.element(password()).toHaveValue(masterPassword)
  await expectAccessible()

  api.answers(setUpMasterPassword, { message: 'Set', recoveryKey })
  api.rejects(createProject, 'INTERNAL')
  await button('Create project with 3 environments and save 1 variable').click()
  await typeGroup()
  await expect.element(page.getByText('Storefront was not created')).toBeVisible()
  await expect.element(nameField()).toHaveValue('Storefront')
  expect(passwordField().elements()).toHaveLength(0)

  api.answers(createProject, { project: sampleProject({ id: 7, name: 'Storefront' }) })
  api.rejects(writeVariables, 'INTERNAL')
  await button('Create project with 3 environments and save 1 variable').click()
  await expect.element(page.getByText('The variables of development were not saved')).toBeVisible()
  await expect.element(page.getByText(/Project Storefront and development exist now/)).toBeVisible()
  await expect.element(button('Finish later')).toBeVisible()
  await expectAccessible()

  api.answers(writeVariables, { environment: sampleEnvironment(), ...written })
  await button('Create 2 environments and save 1 variable').click()
  await expect.element(page.getByRole('heading', { name: 'Storefront is ready' })).toBeVisible()
  expect(api.sent(setUpMasterPassword)).toHaveLength(2)
  expect(api.sent(createProject)).toHaveLength(2)
  const names = api.sent(createEnvironment).map(({ body }) => (body as { name: string }).name)
  expect(names).toEqual(['development', 'staging', 'production'])
})

test('a project whose response was lost is taken over', async () => {
  const api = server(true)
  api.rejects(createProject, 'INTERNAL')
  const { connection } = await show()
  connection.vault.hold(masterPassword)
  await nameField().fill('Storefront')
  await button('Create project with 3 environments').click()
  await expect.element(page.getByText('Storefront was not created')).toBeVisible()
  api.answers(listProjects, {
    projects: [
      sampleProject({ id: 8, name: 'Storefront', user_role: 'write', environment_count: 0 }),
      sampleProject({ id: 7, name: 'Storefront', user_role: 'owner', environment_count: 0 }),
    ],
  })
  await button('Create project with 3 environments').click()
  await expect
    .element(page.getByRole('link', { name: 'Open project' }))
    .toHaveAttribute('href', '/project/7?tab=variables&environment=20')
  expect(api.sent(createProject)).toHaveLength(1)
})

test('with a master password the form asks to unlock; a cancelled prompt is no failure', async () => {
  const api = server(true)
  await show()
  await nameField().fill('Storefront')
  await button('Create project with 3 environments').click()
  const prompt = page.getByRole('dialog', { name: 'Master Password Required' })
  await expect.element(prompt).toBeVisible()
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(button('Create project with 3 environments')).toBeEnabled()
  expect(page.getByRole('alert').elements()).toHaveLength(0)
  expect(api.sent(createProject)).toHaveLength(0)
  expect(passwordField().elements()).toHaveLength(0)
})

test('a master password that was set in another window is asked for', async () => {
  const api = server()
  api.rejects(setUpMasterPassword, 'CONFLICT')
  await show()
  await expect.element(password()).toBeVisible()
  await nameField().fill('Storefront')
  await password().fill(masterPassword)
  await button('Create project with 3 environments').click()
  await expect.element(page.getByText('You already have a master password')).toBeVisible()
  expect(passwordField().elements()).toHaveLength(0)
  await button('Create project with 3 environments').click()
  await expect.element(page.getByRole('dialog', { name: 'Master Password Required' })).toBeVisible()
})

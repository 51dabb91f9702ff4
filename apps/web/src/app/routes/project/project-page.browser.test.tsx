import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleEnvironment, sampleProject, sampleUnavailable } from '../../../tests/samples.ts'
import type { ProjectAction, ProjectSearch } from '../../search.ts'
import { ProjectPage } from './project-page.tsx'

interface Shown {
  id?: number
  search?: ProjectSearch
  action?: ProjectAction
}

const show = ({ id = 7, search = {}, action }: Shown = {}) =>
  renderPart(
    () => {
      const [pending, setPending] = useState(action)
      return (
        <ProjectPage id={id} search={search} action={pending} onActionDone={() => setPending(undefined)} />
      )
    },
    { path: `/project/${id}` },
  )

test('says that it loads, then shows name, role, counts and the first tab', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [sampleEnvironment()] })
  const answer = api.holds(readProject)
  await show()
  await expect.element(page.getByText('Loading project details...')).toBeVisible()
  answer({ project: sampleProject({ description: 'The shop' }) })
  await expect.element(page.getByRole('heading', { name: 'Storefront', exact: true })).toBeVisible()
  await expect.element(page.getByText('The shop')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'production' })).toBeVisible()
  await expect
    .element(page.getByRole('tab', { name: 'Environments' }))
    .toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
})

test('a project that is not there leads back, and asks nothing for an id that cannot be', async () => {
  const api = fakeApi()
  api.answers(readProject, { project: sampleProject() })
  await show({ id: Number.NaN })
  await expect.element(page.getByText('Project not found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to Dashboard' }).last()).toBeVisible()
  expect(api.sent(readProject)).toHaveLength(0)
  await expectAccessible()
})

test('a shared project that is archived says so, until when, and whom to ask', async () => {
  const api = fakeApi()
  api.rejects(readProject, 'NOT_FOUND')
  api.answers(listProjects, { projects: [], unavailable: sampleUnavailable })
  await show({ id: 31 })
  await expect.element(page.getByText('Newsletter is not available now')).toBeVisible()
  await expect.element(page.getByText('Archived by its owner until Dec 27, 2026.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'grace@example.com' })).toBeVisible()
  await expectAccessible()
})

test('a project of strangers is not found', async () => {
  const api = fakeApi()
  api.rejects(readProject, 'NOT_FOUND')
  api.answers(listProjects, { projects: [], unavailable: sampleUnavailable })
  await show({ id: 33 })
  await expect.element(page.getByText('Project not found')).toBeVisible()
})

test('a failure is said, and trying again reads', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [] })
  api.rejects(readProject, 'INTERNAL')
  await show()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The project did not load')
  await expectAccessible()
  api.answers(readProject, { project: sampleProject() })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Storefront', exact: true })).toBeVisible()
})

test('who only reads has no tab for API keys', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [] })
  api.answers(readProject, { project: sampleProject({ user_role: 'read', owner_username: 'grace' }) })
  await show()
  await expect.element(page.getByRole('tab', { name: 'Activity' })).toBeVisible()
  expect(page.getByRole('tab', { name: 'API Keys' }).elements()).toHaveLength(0)
})

test('what was asked for elsewhere opens once', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [] })
  api.answers(readProject, { project: sampleProject() })
  await show({ action: 'new-environment' })
  await expect.element(page.getByRole('dialog', { name: 'Create Environment' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('by keyboard: arrows move between the tabs, and each has its address', async () => {
  const api = fakeApi()
  api.answers(listEnvironments, { environments: [] })
  api.answers(readProject, { project: sampleProject() })
  const { location } = await show()
  const tab = page.getByRole('tab', { name: 'Environments' })
  await expect.element(tab).toBeVisible()
  tab.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tab', { name: 'Variables' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(location()).toBe('/project/7?tab=variables'))
})

test('a project that is gone keeps what was typed, and says so', async () => {
  const api = fakeApi()
  const environment = sampleEnvironment()
  api.answers(listEnvironments, { environments: [environment] })
  api.answers(readProject, { project: sampleProject() })
  api.answers(readVariables, { environment, version: 4, variables: { PORT: '80' }, details: {} })
  const { connection } = await show({ search: { tab: 'variables' } })
  await page.getByRole('button', { name: 'Edit PORT' }).click()
  const value = page.getByRole('textbox', { name: 'Value' })
  await value.fill('8080')
  api.rejects(readProject, 'NOT_FOUND')
  await connection.queries.refetchQueries({ queryKey: [readProject.name] })
  await expect
    .element(page.getByRole('dialog').getByText('Storefront was deleted while you had it open.'))
    .toBeVisible()
  await expect.element(value).toHaveValue('8080')
  await expect.element(page.getByRole('button', { name: 'Copy value' })).toBeVisible()
})

test('edits of a comparison are asked about before another one replaces it', async () => {
  const api = fakeApi()
  const environments = ['production', 'staging', 'qa'].map((name, at) =>
    sampleEnvironment({ id: 11 + at, name }),
  )
  api.answers(listEnvironments, { environments })
  api.answers(readProject, { project: sampleProject() })
  api.answers(readVariables, ({ path }) => {
    const environment = environments.find(({ id }) => path.includes(`/${id}/`)) ?? sampleEnvironment()
    return { environment, version: 4, variables: { PORT: environment.name }, details: {} }
  })
  const { connection } = await show({ search: { tab: 'variables', environment: 11 } })
  const compare = async (name: string) => {
    await page.getByRole('button', { name: /^Environment: / }).click()
    await page
      .getByRole('listbox')
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .click({ modifiers: ['Alt'] })
  }
  const edits = page.getByRole('button', { name: 'Review and save 1' })
  await compare('staging')
  await page.getByRole('row', { name: 'PORT' }).hover()
  await page.getByRole('button', { name: 'Copy PORT to staging' }).click()
  await expect.element(edits).toBeVisible()
  await compare('qa')
  await expect.poll(connection.unsaved.isAsking.read).toBe(true)
  connection.unsaved.answer(false)
  await expect.element(edits).toBeVisible()
  await compare('qa')
  await expect.poll(connection.unsaved.isAsking.read).toBe(true)
  connection.unsaved.answer(true)
  await expect.element(page.getByRole('grid', { name: 'production beside qa' })).toBeVisible()
  expect(edits.elements()).toEqual([])
})

import { listAccessibleEnvironments } from '@envhold/contract/environments/environments.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { type FoundVariable, findVariables } from '@envhold/contract/variables/find.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { type FakeApi, fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleProject } from '../../tests/samples.ts'
import { CommandPalette } from './command-palette.tsx'

const one = (key: string, project: string, ...names: readonly string[]): FoundVariable => ({
  key,
  project: { id: project.length, name: project, owner_username: 'ada', user_role: 'owner' },
  environments: names.map((name, at) => ({
    id: at + 1,
    name,
    color: null,
    protected: name === 'production',
    version: 1,
  })),
})
const matches = [
  one('SENDGRID_API_KEY', 'Storefront', 'production', 'staging'),
  one('SENDGRID_API_KEY', 'Checkout', 'production'),
  one('SENDGRID_FROM', 'Checkout', 'staging'),
]
const nothing = { matches: [], total: 0, projects: 0, searched: 9, unsearched: 0, nearest: null }

function server(): FakeApi {
  const api = fakeApi()
  api.answers(listProjects, {
    projects: [sampleProject({ name: 'Storefront' }), sampleProject({ id: 8, name: 'Sender' })],
  })
  api.answers(listAccessibleEnvironments, { environments: [] })
  return api
}

function Menu() {
  const [search, setSearch] = useState('')
  return (
    <CommandPalette
      search={search}
      onSearch={setSearch}
      onOpenChange={() => {}}
      restoreFocus={() => {}}
      onShortcuts={() => {}}
      onFindValue={() => {}}
    />
  )
}
const show = () => renderPart(<Menu />, { locked: true })
const option = (name: string | RegExp) => page.getByRole('option', { name })

test('variables of all projects come first, also while the vault is locked', async () => {
  const api = server()
  api.answers(findVariables, { ...nothing, matches, total: 11, projects: 7 })
  await show()
  await userEvent.keyboard('SENDGRID')
  await expect.element(page.getByText('11 in 7 projects')).toBeVisible()
  await expect.element(option(/SENDGRID_API_KEY\s*Storefront/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText('8 more')).toBeVisible()
  await expect.element(option('Find a value in all projects…')).toBeVisible()
  await expect.element(page.getByText('Names only. No value is read.')).toBeVisible()
  expect(api.sent(findVariables).at(-1)?.body).toEqual({ name: '*SENDGRID*', limit: 100 })
  await expectAccessible()
})

test('eight variables are listed, and the others once they are asked for', async () => {
  const api = server()
  const many = Array.from({ length: 12 }, (_, at) => one(`KEY_${at}`, 'Storefront', 'production'))
  api.answers(findVariables, { ...nothing, matches: many, total: 12, projects: 1 })
  await show()
  await userEvent.keyboard('KEY_')
  await expect.element(option(/^4 more/)).toBeVisible()
  await expect.element(option(/KEY_9/)).not.toBeInTheDocument()
  await option(/^4 more/).click()
  await expect.element(option(/KEY_9/)).toBeVisible()
  await expect.element(page.getByText('4 more')).not.toBeInTheDocument()
})

test('what begins with the typed words comes before the variables', async () => {
  const api = server()
  api.answers(findVariables, { ...nothing, matches, total: 3, projects: 2 })
  await show()
  await userEvent.keyboard('send')
  await expect.element(option(/SENDGRID_FROM/)).toBeVisible()
  await expect.element(option('Sender')).toHaveAttribute('aria-selected', 'true')
})

test('while it still looks, nothing is said to be missing; then the closest name is', async () => {
  const api = server()
  const answer = api.holds(findVariables)
  await show()
  await userEvent.keyboard('SENDGIRD')
  await expect.element(page.getByText('Looking in 2 projects …')).toBeVisible()
  await expect.element(page.getByText(/is called/)).not.toBeInTheDocument()
  await expect.poll(() => api.sent(findVariables).length).toBeGreaterThan(0)
  answer({ ...nothing, nearest: 'SENDGRID' })
  await expect.element(page.getByText(/No variable, project or command is called “SENDGIRD”/)).toBeVisible()
  api.answers(findVariables, { ...nothing, matches, total: 3, projects: 2 })
  await page.getByRole('button', { name: 'SENDGRID' }).click()
  await expect.element(option(/SENDGRID_FROM/)).toBeVisible()
})

test('what no variable can be called is not sent', async () => {
  const api = server()
  await show()
  await userEvent.keyboard('postgres://user:secret@host')
  await expect.element(page.getByText(/is called/)).toBeVisible()
  expect(api.sent(findVariables)).toEqual([])
})

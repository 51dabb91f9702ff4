import { returnEnvironments } from '@envhold/contract/collaborators/collaborators.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleProject } from '../../tests/samples.ts'
import { OwnerAccess } from './owner-access.tsx'

const shared = sampleProject({ id: 8, name: 'Warehouse', user_role: 'write', owner_username: 'grace' })
const none = () => page.getByText('No project is shared with you.')

test('says that nothing is shared only once that is known, and tries again after a failure', async () => {
  const api = fakeApi()
  const answer = api.holds(listProjects)
  await renderPart(<OwnerAccess />)
  await expect.element(page.getByText('Ask the owner first')).toBeVisible()
  expect(none().elements()).toEqual([])
  answer({ projects: [sampleProject()] })
  await expect.element(none()).toBeVisible()
})

test('a list that cannot be read says so', async () => {
  const api = fakeApi()
  api.rejects(listProjects, 'UNAVAILABLE')
  await renderPart(<OwnerAccess />)
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(none().elements()).toEqual([])
  api.answers(listProjects, { projects: [sampleProject(), shared] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Owned by grace')).toBeVisible()
  expect(page.getByText('Storefront').elements()).toEqual([])
})

test('gives keys back until none are left', async () => {
  const api = fakeApi()
  api.answers(listProjects, { projects: [shared] })
  api.answers(returnEnvironments, () => ({
    returned: 20,
    remaining: api.sent(returnEnvironments).length === 1 ? 20 : 0,
  }))
  await renderPart(<OwnerAccess />)
  await page.getByRole('button', { name: 'Give keys back' }).click()
  await expect.element(page.getByText('Gave grace the keys back')).toBeVisible()
  expect(api.sent(returnEnvironments)).toHaveLength(2)
  await expectAccessible()
})

test('does not say that the owner has keys that the caller cannot open', async () => {
  const api = fakeApi()
  api.answers(listProjects, { projects: [shared] })
  api.answers(returnEnvironments, { returned: 0, remaining: 0 })
  await renderPart(<OwnerAccess />)
  await page.getByRole('button', { name: 'Give keys back' }).click()
  await expect.element(page.getByText('grace already has every key that you can open')).toBeVisible()
})

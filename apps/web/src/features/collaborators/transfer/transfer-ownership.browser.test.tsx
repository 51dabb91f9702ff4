import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  acceptProjectTransfer,
  endProjectTransfer,
  offerProjectTransfer,
  type ProjectTransfer,
  readProjectTransfer,
} from '@envhold/contract/projects/transfers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleProject } from '../../../tests/samples.ts'
import { TransferOwnership } from './transfer-ownership.tsx'

const transfer: ProjectTransfer = {
  from: { user_id: 1, username: 'ada' },
  to: { user_id: 2, username: 'grace' },
  started_by: 'owner',
  remaining_role: 'write',
  created_at: '2026-01-01T00:00:00.000Z',
  opens_at: '2026-01-01T00:00:00.000Z',
  expires_at: '9999-01-08T00:00:00.000Z',
}
type Candidate = OutputOf<typeof readProjectTransfer>['candidates'][number]
const grace: Candidate = { user_id: 2, username: 'grace', unavailable: null, missing_environments: [] }
const joan: Candidate = {
  user_id: 3,
  username: 'joan',
  unavailable: null,
  missing_environments: ['production'],
}
const begin = (open: ProjectTransfer | null, candidates: readonly Candidate[] = [grace, joan]) => {
  const api = fakeApi()
  api.answers(readProjectTransfer, { transfer: open, candidates: [...candidates] })
  return api
}
const show = (role: 'owner' | 'write' = 'owner') =>
  renderPart(<TransferOwnership project={sampleProject({ user_role: role })} hasPeople />)
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an owner chooses a collaborator who has every environment, and what is left', async () => {
  const api = begin(null)
  api.answers(offerProjectTransfer, { transfer })
  await show()
  await button('Transfer ownership').click()
  await expect.element(page.getByText('joan: no access to production')).toBeVisible()
  await page.getByLabelText('What you can do afterwards').selectOptions('none')
  await expectAccessible()
  api.answers(readProjectTransfer, { transfer, candidates: [grace, joan] })
  await button('Offer to grace').click()
  await expect.element(page.getByText('You offered this project to grace')).toBeVisible()
  expect(api.sent(offerProjectTransfer)[0]).toMatchObject({ body: { user_id: 2, remaining_role: 'none' } })
})

test('without such a collaborator, it says what is missing', async () => {
  begin(null, [joan])
  await show()
  await button('Transfer ownership').click()
  await expect.element(page.getByText('Nobody can own this project yet')).toBeVisible()
  await expect.element(page.getByText('joan: no access to production')).toBeVisible()
})

test('the reason why a collaborator cannot own it is named', async () => {
  begin(null, [{ ...joan, unavailable: 'account_deleted' }])
  await show()
  await button('Transfer ownership').click()
  await expect.element(page.getByText('joan: their account was deleted')).toBeVisible()
})

test('an owner objects to what an operator started', async () => {
  const api = begin({ ...transfer, started_by: 'operator', opens_at: '9999-01-01T00:00:00.000Z' })
  api.answers(endProjectTransfer, { message: 'Done' })
  await show()
  await expect.element(page.getByText(/They cannot accept before Jan 1, 9999/)).toBeVisible()
  api.answers(readProjectTransfer, { transfer: null, candidates: [grace] })
  await button('Object').click()
  await expect.element(page.getByText('The transfer was called off')).toBeVisible()
  await expectAccessible()
})

test('a collaborator accepts with an open vault', async () => {
  const api = begin(transfer, [])
  api.answers(acceptProjectTransfer, { message: 'Done' })
  await show('write')
  await button('Accept').click()
  await expect.element(page.getByText(/ada may know them/)).toBeVisible()
  await expectAccessible()
  api.answers(readProjectTransfer, { transfer: null, candidates: [] })
  await button('Accept ownership').click()
  await expect.element(page.getByText(/^You own Storefront now/)).toBeVisible()
})

test('before its day, it can only be declined; others see nothing', async () => {
  const api = begin({ ...transfer, started_by: 'operator', opens_at: '9999-01-01T00:00:00.000Z' }, [])
  api.answers(endProjectTransfer, { message: 'Done' })
  await show('write')
  await expect.element(page.getByText(/You can accept from Jan 1, 9999 on/)).toBeVisible()
  expect(button('Accept').elements()).toEqual([])
  api.answers(readProjectTransfer, { transfer: null, candidates: [] })
  await button('Decline').click()
  await expect.element(page.getByText('You declined the transfer')).toBeVisible()
  expect(button('Transfer ownership').elements()).toEqual([])
})

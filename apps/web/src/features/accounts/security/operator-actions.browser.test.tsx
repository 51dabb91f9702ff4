import { listOwnOperatorActs } from '@envhold/contract/operator/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { OperatorActions } from './operator-actions.tsx'

const at = '2026-03-01T10:00:00.000Z'

test('every act shows with its reason and what it changed', async () => {
  fakeApi().answers(listOwnOperatorActs, {
    acts: [
      {
        id: 3,
        act: 'assign_role',
        reason: 'On call',
        details: { from: 'User', to: 'Admin' },
        created_at: at,
      },
      { id: 2, act: 'extend_grace', reason: '', details: { days: 30 }, created_at: at },
      { id: 1, act: 'suspend', reason: 'Keys shared in public', details: {}, created_at: at },
    ],
  })
  await renderPart(<OperatorActions />)
  await expect.element(page.getByRole('heading', { name: 'What operators did' })).toBeVisible()
  for (const text of [
    'Changed the role from User to Admin',
    'Extended the time to restore the account by 30 days',
    'Reason: Keys shared in public',
  ])
    await expect.element(page.getByText(text)).toBeVisible()
  await expectAccessible()
})

test('without an act there is no section', async () => {
  const api = fakeApi()
  api.answers(listOwnOperatorActs, { acts: [] })
  await renderPart(<OperatorActions />)
  await expect.poll(() => api.sent(listOwnOperatorActs)).toHaveLength(1)
  expect(page.getByRole('heading', { name: 'What operators did' }).elements()).toEqual([])
})

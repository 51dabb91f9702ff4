import { readCurrentSubscription } from '@envhold/contract/billing/subscription.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { SubscriptionPage } from './subscription-page.tsx'

test.each([
  [
    'all of it',
    false,
    ['Your plan has not changed.', 'Your usage has not changed.', 'The invoices are kept.'],
  ],
  ['the plans', true, ['Your plan has not changed.', 'Your usage has not changed.']],
])('a server that answers with errors is not called unreachable: %s', async (_, hasPlan, safe) => {
  // Whatever has no answer is rejected with INTERNAL.
  const api = fakeApi()
  if (hasPlan) api.answers(readCurrentSubscription, { subscription: null, others: [], granted_plan: null })
  await renderPart(<SubscriptionPage action={undefined} onActionTaken={() => {}} suspension={null} />)
  for (const text of safe) await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  const failures = page.getByText(/Quote req-1 when you report it/)
  await expect.poll(() => failures.elements().length).toBe(3)
  expect(page.getByText(/can be reached/).elements()).toHaveLength(0)
  await expectAccessible()
})

import { listPlans } from '@envhold/contract/billing/plan-offers.ts'
import { startingOffers } from '@envhold/contract/billing/starting-offers.ts'
import { previewCancellation } from '@envhold/contract/billing/subscription.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { WhatFollows } from './what-follows.tsx'

test('the plan that follows has the name that operators gave it', async () => {
  const [free] = startingOffers
  const api = fakeApi()
  api.answers(listPlans, {
    plans: [{ id: 1, ...free, display_name: 'Hobby' }],
    providers: [],
    default_provider: null,
    test_mode: false,
  })
  api.answers(previewCancellation, {
    ends_at: '2026-12-01T00:00:00.000Z',
    grace_ends_at: '2026-12-31T00:00:00.000Z',
    deleted_at: '2027-01-30T00:00:00.000Z',
    max_projects: 1,
    max_collaborators: 2,
    excess_projects: [],
    excess_collaborators: [],
  })
  await renderPart(<WhatFollows planName="Pro" />)
  await expect
    .element(page.getByText('Pro ends, and the limits of the Hobby plan apply.', { exact: false }))
    .toBeVisible()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleCalls } from '../../tests/samples.ts'
import { CallsBanner } from './calls-notice.tsx'

const now = Date.parse('2026-11-16T12:00:00Z')
const [later, before] = ['2026-11-23T12:00:00.000Z', '2026-10-20T12:00:00.000Z']
const beyondMonth = '2026-12-03T12:00:00.000Z'

test.each([
  [750, 75, null, '750 of this month’s 1,000', 'Beyond them, reads continue for 7 days, once a quarter.'],
  [900, 90, before, '900 of this month’s 1,000', 'the 7 days of this quarter are over.'],
  [1_000, 100, null, 'All 1,000 API calls', 'Nothing stops: reads continue for 7 days, once a quarter.'],
  [1_200, 100, later, 'All 1,000 API calls', 'Nothing stops: reads continue until Nov 23, 2026. After that,'],
  [1_200, 100, beyondMonth, 'All 1,000 API calls', 'reads continue for the rest of the month.'],
  [1_200, 100, before, 'All 1,000 API calls', 'API keys get only what has not changed'],
] as const)(
  '%d calls at stage %d with a grace until %s',
  async (current, stage, grace_ends_at, title, text) => {
    await renderPart(<CallsBanner calls={sampleCalls({ current, stage, grace_ends_at })} now={now} />)
    await expect.element(page.getByText(title)).toBeVisible()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByText('The limit resets on Dec 1 (UTC).')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Upgrade' }))
      .toHaveAttribute('href', '/subscription?upgrade=true')
    await expectAccessible()
  },
)

import { readApiKeyUsage } from '@envhold/contract/api-keys.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleApiKey, sampleProject } from '../../tests/samples.ts'
import { UntilSaid } from '../../tests/until-said.tsx'
import { ApiKeyUsageDialog } from './api-key-usage-dialog.tsx'

type Usage = OutputOf<typeof readApiKeyUsage>

const usage = (overrides: Partial<Usage['usage_stats']> = {}): Usage => ({
  usage_stats: {
    total_requests: 1_250,
    success_requests: 1_248,
    error_requests: 2,
    average_response_time: 4.25,
    total_variables_accessed: 7_500,
    breakdown_by_status: [
      { status_code: 200, count: 1_248, variables_count: 7_500, request_duration_ms: 4.2 },
      { status_code: 403, count: 2, variables_count: 0, request_duration_ms: 12 },
    ],
    series: [
      { at: '2026-03-01T10:00:00.000Z', success_requests: 1_000, error_requests: 0 },
      { at: '2026-03-01T11:00:00.000Z', success_requests: 248, error_requests: 2 },
    ],
    ...overrides,
  },
})
const unused = usage({
  total_requests: 0,
  success_requests: 0,
  error_requests: 0,
  breakdown_by_status: [],
  series: [],
})

const show = async () => {
  await renderPart(
    <UntilSaid>
      {(say) => (
        <ApiKeyUsageDialog
          apiKey={sampleApiKey()}
          project={sampleProject()}
          environments={[]}
          onClose={() => say('Closed')}
        />
      )}
    </UntilSaid>,
  )
  return page.getByRole('dialog', { name: 'API Key Usage Statistics' })
}

test('shows skeletons while loading, then figures and a row for each status', async () => {
  const answer = fakeApi().holds(readApiKeyUsage)
  const dialog = await show()
  await expect.element(dialog).toHaveTextContent('GitHub Actions')
  expect(dialog.getByRole('table').elements()).toHaveLength(0)
  expect(dialog.getByText('Total requests').elements()).toHaveLength(0)

  answer(usage())
  await expect.element(dialog.getByText('1,250')).toBeVisible()
  await expect.element(dialog.getByRole('row', { name: '403' })).toHaveTextContent('12 ms')
  await expectAccessible()
})

test('says that a key was not used', async () => {
  fakeApi().answers(readApiKeyUsage, unused)
  const dialog = await show()
  await expect.element(dialog.getByText(/not used/)).toBeVisible()
  expect(dialog.getByRole('table').elements()).toHaveLength(0)
  await expectAccessible()
})

test('a failure is said, and trying again reads the figures', async () => {
  const api = fakeApi()
  api.rejects(readApiKeyUsage, 'INTERNAL')
  const dialog = await show()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Failed to load API key usage')
  await expectAccessible()
  api.answers(readApiKeyUsage, usage())
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog.getByText('1,250')).toBeVisible()
})

test('by keyboard: an arrow chooses another time, Escape closes', async () => {
  const api = fakeApi()
  api.answers(readApiKeyUsage, ({ query }) => (query.timeRange === '7d' ? unused : usage()))
  const dialog = await show()
  await expect.element(dialog.getByText('1,250')).toBeVisible()
  await expect.element(dialog.getByRole('radio', { name: '24h' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight>}')
  await expect.element(dialog.getByText(/not used/)).toBeVisible()
  await userEvent.keyboard('{/ArrowRight}')
  expect(api.sent(readApiKeyUsage).map(({ query }) => query.timeRange)).toEqual(['24h', '7d'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Closed')).toBeVisible()
})

import type { OutputOf } from '@envhold/contract/endpoint.ts'
import {
  deactivateApiKey,
  type ListedApiKey,
  listEveryApiKey,
  readApiKeyDetail,
  readApiKeyStatistics,
} from '@envhold/contract/operator/api-keys.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { ApiKeysPage } from './api-keys-page.tsx'

const at = '2026-03-01T10:00:00.000Z'
const grace = { id: 7, username: 'grace', email: 'grace@example.com' }
const deploy: ListedApiKey = {
  id: 'a1B2c3',
  key_name: 'Deploy',
  is_active: true,
  deactivated_at: null,
  deactivated_reason: null,
  expires_at: null,
  created_at: at,
  updated_at: at,
  rate_limit_per_hour: 1_000,
  permissions: ['read_variables', 'variables.api_inject'],
  allowed_ips: ['203.0.113.0/24'],
  projects: { id: 3, name: 'Web shop', users: grace },
  creator: grace,
}
const old: ListedApiKey = { ...deploy, id: 'old', key_name: 'Old', allowed_ips: [], expires_at: at }
const off: ListedApiKey = { ...deploy, id: 'off', key_name: 'Off', is_active: false }

const pageOf = (api_keys: ListedApiKey[], total = api_keys.length) => ({
  api_keys,
  pagination: { page: 1, limit: 20, total, pages: Math.ceil(total / 20) },
})
const stats = (overrides: Partial<OutputOf<typeof readApiKeyStatistics>> = {}) => ({
  overview: {
    total_api_keys: 1_200,
    active_api_keys: 1_100,
    expired_api_keys: 40,
    total_requests: 1_000,
    success_requests: 990,
    error_requests: 10,
    success_rate: 99,
  },
  since: at,
  top_projects: [
    { project_id: 3, project_name: 'Web shop', owner: { username: 'grace' }, count: 900 },
    { project_id: 4, project_name: 'Gone', owner: null, count: 100 },
  ],
  daily_usage: ['27', '28'].map((day, n) => ({
    date: `2026-02-${day}`,
    requests: 10 * (n + 1),
    unique_keys: 4,
  })),
  same_hours: { today: 20, yesterday: 10 },
  status_breakdown: [
    { status_code: 200, count: 990, request_duration_ms: 10 },
    { status_code: 403, count: 10, request_duration_ms: 20 },
  ],
  ...overrides,
})

const open = (permissions: readonly string[] = ['*'], path = '/admin/api-keys') =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions } }}
    >
      <ApiKeysPage />
    </OperatorContext>,
    { path },
  )

test('shows what the keys are and how they are used', async () => {
  const api = fakeApi()
  api.answers(readApiKeyStatistics, stats())
  api.answers(listEveryApiKey, pageOf([deploy, old, off], 45))
  const { location } = await open()
  await expect.element(page.getByText('1,100 active, 40 expired')).toBeVisible()
  await expect.element(page.getByText('Today +10 versus the same hours of yesterday')).toBeVisible()
  await expect.element(page.getByText('990 successful, 10 errors')).toBeVisible()
  await expect.element(page.getByText('10.1 ms')).toBeVisible()
  await expect.element(page.getByText('Unknown owner')).toBeVisible()
  await expect.element(page.getByText('990 (99%)')).toBeVisible()
  await expect.element(page.getByText('API Keys (45)')).toBeVisible()
  await expect.element(page.getByRole('row', { name: 'Deploy' })).toHaveTextContent('IP Restricted')
  await expect.element(page.getByRole('row', { name: 'Old' })).toHaveTextContent('Expired')
  await expect.element(page.getByRole('button', { name: 'Deactivate Off' })).not.toBeInTheDocument()
  await expect.element(page.getByText('Showing 1 to 20 of 45 results')).toBeVisible()
  await expectAccessible()

  await page.getByRole('radio', { name: 'Last Hour' }).click()
  await page.getByLabelText('Sort').selectOptions('Name A-Z')
  await page.getByLabelText('Status').selectOptions('Expired')
  await page.getByRole('searchbox').fill('grace')
  await expect
    .poll(() => api.sent(listEveryApiKey).at(-1))
    .toMatchObject({
      query: { page: '1', status: 'expired', search: 'grace', sortBy: 'key_name', sortOrder: 'asc' },
    })
  expect(api.sent(readApiKeyStatistics).at(-1)).toMatchObject({ query: { timeRange: '1h' } })
  expect(location()).toContain('range=1h')

  const leaked = `pak_${'a'.repeat(13)}_${'S'.repeat(49)}`
  await page.getByRole('searchbox').fill(leaked)
  await expect.element(page.getByRole('searchbox')).toHaveValue(`pak_${'a'.repeat(13)}`)
  await expect.poll(location).toContain('search=pak_aaaaaaaaaaaaa')
  expect(location()).not.toContain('S')
})

test('a key opens with its newest calls, and is deactivated with a reason', async () => {
  const api = fakeApi()
  api.answers(readApiKeyStatistics, stats({ top_projects: [], status_breakdown: [] }))
  api.answers(listEveryApiKey, pageOf([deploy]))
  api.answers(readApiKeyDetail, {
    api_key: deploy,
    recent_usage: Array.from({ length: 12 }, (_, n) => ({
      id: `usage/3:${n}`,
      endpoint: '/v1/inject/3/production',
      status_code: 200,
      variables_count: 7,
      request_duration_ms: 4.2,
      ip_address: '203.0.113.7',
      created_at: at,
      calls: 1,
    })),
    usage_stats_30d: [
      { status_code: 200, count: 3, request_duration_ms: 4 },
      { status_code: 404, count: 1, request_duration_ms: 8 },
    ],
  })
  api.answers(deactivateApiKey, { message: 'API key deactivated successfully' })
  await open()
  await expect.element(page.getByText('No API usage data available')).toBeVisible()
  await expect.element(page.getByText('No status data available')).toBeVisible()
  await page.getByRole('button', { name: 'View Deploy' }).click()
  const drawer = page.getByRole('dialog', { name: 'Deploy' })
  await expect.element(drawer.getByText('75%')).toBeVisible()
  await expect.element(drawer.getByText('203.0.113.0/24')).toBeVisible()
  await expect.poll(() => drawer.getByText('/v1/inject/3/production').elements().length).toBe(10)
  await expectAccessible()

  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('alertdialog')
  const button = dialog.getByRole('button', { name: 'Deactivate Key' })
  await expect.element(button).toBeDisabled()
  await dialog.getByLabelText('Reason for deactivation').fill('  ')
  await expect.element(button).toBeDisabled()
  await dialog.getByLabelText('Reason for deactivation').fill(' Published ')
  await expectAccessible()
  await button.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(api.sent(deactivateApiKey)).toMatchObject([
    { path: '/api/admin/api-keys/a1B2c3/deactivate', body: { reason: 'Published' } },
  ])
})

test('failures are shown with a way to try again, and what the role may not do is not drawn', async () => {
  const api = fakeApi()
  api.rejects(readApiKeyStatistics, 'INTERNAL')
  api.answers(listEveryApiKey, pageOf([deploy]))
  await open(['user.read', 'admin.stats'])
  await expect.element(page.getByRole('row', { name: 'Deploy' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Deactivate Deploy' })).not.toBeInTheDocument()
  await expect.element(page.getByText('Failed to Load API Key Statistics')).toBeVisible()
  await expect.element(page.getByText('Failed to fetch API key statistics. Quote')).toBeVisible()
  api.answers(readApiKeyStatistics, stats())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('1,100 active, 40 expired')).toBeVisible()
})

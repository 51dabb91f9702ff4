import {
  type AuditCall,
  type AuditEvent,
  type AuditStatus,
  exportAuditEntries,
  listAuditEntries,
  readAuditStatus,
  verifyAudit,
} from '@envhold/contract/operator/audit.ts'
import type { JobSummary } from '@envhold/contract/operator/jobs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { AuditPage } from './audit-page.tsx'

const at = '2026-11-22T10:00:00.000Z'
const event: AuditEvent = {
  id: 1_204,
  event_type: 'variable_updated',
  category: 'project_changes',
  severity: 'low',
  description: 'Variable updated',
  created_at: at,
  user: { id: 7, username: 'ada', email: 'ada@example.com' },
  token_id: null,
  project: { id: 3, name: 'Shop' },
  environment: { id: 9, name: null },
  ip_address: '203.0.113.7',
  request_id: 'req-7',
  chain: 'activity/project/3',
  position: 41,
}
const call: AuditCall = {
  id: 'usage/3:12',
  http_method: 'GET',
  endpoint: '/v1/inject/3/production',
  status_code: 200,
  created_at: at,
  project: { id: 3, name: 'Shop' },
  environment: { id: 9, name: 'production' },
  api_key: { id: 'key1', name: 'Deploy' },
  variables_count: 12,
  request_duration_ms: 1.5,
  ip_address: '203.0.113.7',
  request_id: 'req-8',
  calls: 1,
  chain: 'usage/3',
  position: 12,
}
const verified: JobSummary = {
  id: 5,
  kind: 'verify-audit',
  state: 'done',
  reason: 'Started on the page of the audit log',
  started_by: 'ada',
  processed: 1_300,
  total: 1_300,
  failed: 0,
  preview: {},
  result: { checkedChains: 14, checkedEntries: 1_300 },
  error: null,
  created_at: at,
  updated_at: at,
  finished_at: at,
}
const status: AuditStatus = {
  activity: { chains: 12, entries: 1_204, newest_at: at },
  usage: { chains: 2, entries: 96, newest_at: at },
  root: { number: 412, chains: 14, created_at: at },
  erasures_pending: 0,
  verification: verified,
}
const none = { events: [], calls: [], next: null, searched_to: null }

const open = (permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions } }}
    >
      <AuditPage />
    </OperatorContext>,
  )

function answering(overrides: Partial<AuditStatus> = {}) {
  const api = fakeApi()
  api.answers(readAuditStatus, { ...status, ...overrides })
  api.answers(listAuditEntries, ({ query }) =>
    query.log === 'usage' ? { ...none, calls: [call] } : { ...none, events: [event], next: '1204' },
  )
  return api
}

test('entries of both logs are listed, filtered and opened', async () => {
  const api = answering()
  await open()
  await expect.element(page.getByText('Both logs are valid')).toBeVisible()
  await expect.element(page.getByText('Verified 14 chains with 1,300 entries')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Variable updated' }).click()
  const drawer = page.getByRole('dialog')
  await expect.element(drawer.getByText('activity/project/3')).toBeVisible()
  await expect.element(drawer.getByText('Number 41')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).first().click()
  await page.getByLabelText('Severity').selectOptions('high')
  await expect.poll(() => api.sent(listAuditEntries).at(-1)?.query.severity).toBe('high')
  await page.getByRole('button', { name: 'Older' }).click()
  await expect
    .poll(() => api.sent(listAuditEntries).at(-1)?.query)
    .toMatchObject({ before: '1204', severity: 'high' })
  await page.getByRole('radio', { name: 'API Usage' }).click()
  await expect.element(page.getByText('GET /v1/inject/3/production')).toBeVisible()
  expect(api.sent(listAuditEntries).at(-1)?.query).toEqual({ log: 'usage' })
  await expectAccessible()
})

test('a part of the log without a match says how far it was searched, and goes on', async () => {
  const api = answering()
  api.answers(listAuditEntries, { ...none, next: '801', searched_to: at })
  await open()
  await expect.element(page.getByText('Nothing found yet')).toBeVisible()
  await expect.element(page.getByText('Searched back to')).toBeVisible()
  await page.getByRole('button', { name: 'Search On' }).click()
  await expect.poll(() => api.sent(listAuditEntries).at(-1)?.query.before).toBe('801')
})

test('an export asks for what is filtered', async () => {
  const api = answering()
  api.rejects(exportAuditEntries, 'INTERNAL')
  await open()
  await page.getByLabelText('Category').selectOptions('team_changes')
  await page.getByRole('button', { name: 'Export' }).click()
  await expect.element(page.getByText('The last 30 days, at most 100,000 entries')).toBeVisible()
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  await expect
    .poll(() => api.sent(exportAuditEntries)[0]?.query)
    .toEqual({ log: 'activity', category: 'team_changes', format: 'json' })
})

test('a verification is started, and what it found is said in words', async () => {
  const api = answering({ verification: null })
  api.answers(verifyAudit, { job: { ...verified, state: 'running', details: [], failures: [] } })
  await open()
  await page.getByRole('button', { name: 'Verify Now' }).click()
  api.answers(readAuditStatus, { ...status, verification: { ...verified, failed: 2 } })
  await page.getByRole('menuitem', { name: 'Verify Audit Logs' }).click()
  await expect.element(page.getByText('2 problems were found')).toBeVisible()
  const runbook = page.getByRole('link', { name: 'docs/runbooks/verify.md' })
  await expect.element(runbook).toHaveAttribute('href', '/docs/runbooks/verify.md')
  expect(api.sent(verifyAudit)[0]?.body).toEqual({ kind: 'verify-audit' })
})

test('a role that may read the statistics sees the chains alone', async () => {
  const api = answering()
  await open(['admin.stats'])
  await expect.element(page.getByText('Both logs are valid')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Verify Now' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Export' })).not.toBeInTheDocument()
  expect(api.sent(listAuditEntries)).toEqual([])
})

import {
  type InstanceHealth,
  readDiagnostics,
  readInstanceHealth,
} from '@envhold/contract/operator/instance-health.ts'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { InstanceHealthPage } from './instance-health-page.tsx'
import { HealthLine } from './warnings.tsx'

const at = '2026-11-26T14:06:00.000Z'
const gibibyte = 1024 ** 3
const facts = {
  node_version: '24.11.0',
  platform: 'linux x64',
  disk: { free: 2 * gibibyte, total: 40 * gibibyte, stored: gibibyte },
  clock_ahead_ms: -12,
}
const task = { node: 'web-1:4680', started_at: at, ms: 1_540, next_run_at: at }
const well: InstanceHealth = {
  checked_at: at,
  node: 'web-1:4680',
  version: '1.2.3',
  node_version: '24.11.0',
  engine: { name: 'postgres', version: '17.2 (Debian)', bytes: gibibyte },
  warnings: [],
  nodes: [
    { id: 'web-1:4680', version: '1.2.3', started_at: at, seen_at: at, missing: false, facts },
    { id: 'web-2:4680', version: '1.2.2', started_at: at, seen_at: at, missing: true, facts: null },
  ],
  tasks: [
    { ...task, name: 'audit-root', state: 'done', changed: null, failure: null, failed_since: null },
    { ...task, name: 'sessions', state: 'failed', changed: 3, failure: 'SQLITE_FULL', failed_since: at },
  ],
  mail: {
    has_server: true,
    waiting: 10_000,
    oldest_at: at,
    failures: [{ failure: 'ECONNECTION', count: 12 }],
  },
  webhooks: { received: 7, waiting: 1, failing: 0 },
  clock_uncertainty: null,
  argon2: { running: 1, waiting: 0 },
  usage: { oldest_uncounted_at: null },
  backups: { newest_at: null, verified_at: null, offsite: null },
  brake: null,
}
const warning = { since: at, subject: null, count: null, failure: null }
const ill: InstanceHealth = {
  ...well,
  warnings: [
    { ...warning, kind: 'database_fault', subject: 'web-1:4680', failure: 'The database file is damaged.' },
    { ...warning, kind: 'disk_low', subject: 'web-1:4680' },
    { ...warning, kind: 'mail_waiting', count: 12, failure: 'ECONNECTION' },
  ],
}

const open = (part: ReactNode, permissions: readonly string[] = ['admin.stats'], account = sampleAccount()) =>
  renderPart(
    <OperatorContext value={{ account, role: { name: 'R', display_name: 'R', permissions } }}>
      {part}
    </OperatorContext>,
  )

test('an instance that is well says so in one line, and shows what it is made of', async () => {
  fakeApi().answers(readInstanceHealth, { health: well })
  await open(<InstanceHealthPage />)
  await expect.element(page.getByText('All good')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Diagnostics' })).not.toBeInTheDocument()
  for (const text of [
    'PostgreSQL',
    '17.2',
    '2 GiB',
    '10,000 or more',
    'Last attempt failed with ECONNECTION',
  ])
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^web-2:4680 Gone/ })).toBeVisible()
  // What fails comes first.
  const names = page.getByRole('table', { name: 'Hourly tasks' }).getByRole('button').elements()
  expect(names.map(({ textContent }) => textContent)).toEqual(['sessions', 'audit-root'])
  await expectAccessible()
  await page.getByRole('button', { name: 'sessions' }).click()
  await expect.element(page.getByRole('dialog').getByText('SQLITE_FULL')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('1.5 s')).toBeVisible()
})

test('a warning says what happened, since when, and what to do', async () => {
  fakeApi().answers(readInstanceHealth, { health: ill })
  await open(<InstanceHealthPage />)
  await expect.element(page.getByRole('heading', { name: '3 warnings' })).toBeVisible()
  await expect.element(page.getByText('The disk of web-1:4680 is almost full')).toBeVisible()
  await expect
    .element(page.getByText('12 mails wait for the mail server, which fails with ECONNECTION'))
    .toBeVisible()
  const runbook = page.getByRole('link', { name: 'docs/runbooks/full-disk.md' })
  await expect.element(runbook).toHaveAttribute('href', '/docs/runbooks/full-disk.md')
  await expect.element(page.getByText('All good')).not.toBeInTheDocument()
  await expectAccessible()
})

test('links that lead to another address than that of the page are a warning', async () => {
  fakeApi().answers(readInstanceHealth, { health: well })
  const account = sampleAccount({ public_url: 'https://vault.example.com' })
  await open(<InstanceHealthPage />, undefined, account)
  await expect.element(page.getByText('but links lead to https://vault.example.com')).toBeVisible()
  await expect.element(page.getByText('All good')).not.toBeInTheDocument()
  await expectAccessible()
})

test('diagnostics are shown before they are downloaded, and not to everybody', async () => {
  const api = fakeApi()
  api.answers(readInstanceHealth, { health: well })
  const { argon2: _, checked_at: __, ...health } = well
  api.answers(readDiagnostics, {
    diagnostics: {
      format: 1,
      made_at: at,
      settings: [{ name: 'SMTP_URL', is_set: true, value: null }],
      migrated: '0001-foundation',
      rows: [{ table: 'users', rows: 3, exact: true }],
      provider_failures: [],
      health,
    },
  })
  await open(<InstanceHealthPage />, ['*'])
  await page.getByRole('button', { name: 'Diagnostics' }).click()
  await expect.element(page.getByText('What is in it')).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('"SMTP_URL"')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy diagnostics' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect.element(page.getByText('What is in it')).not.toBeInTheDocument()
})

test('the dashboard has one line with the number of warnings', async () => {
  fakeApi().answers(readInstanceHealth, { health: ill })
  await open(<HealthLine />)
  await expect.element(page.getByText('Instance health: 3 warnings')).toBeVisible()
})

test('a health that cannot be read is not called good', async () => {
  fakeApi().rejects(readInstanceHealth, 'INTERNAL')
  await open(<HealthLine />)
  await expect
    .element(page.getByText('Instance health: It could not be read'), { timeout: 10_000 })
    .toBeVisible()
})

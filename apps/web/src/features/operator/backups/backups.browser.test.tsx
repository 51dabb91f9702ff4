import {
  type Backup,
  type BackupList,
  createBackup,
  deleteBackup,
  listBackups,
  verifyBackup,
} from '@envhold/contract/operator/backups.ts'
import { type Job, previewJob } from '@envhold/contract/operator/jobs.ts'
import {
  dismissRevocations,
  listRevocations,
  type RevocationList,
} from '@envhold/contract/operator/revocations.ts'
import { reapplyRevocations } from '@envhold/contract/operator/start-jobs.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { BackupsPage } from './backups-page.tsx'

const at = '2026-11-22T10:00:00.000Z'
const done: Backup = {
  id: 3,
  file: 'envhold-20261122T100000Z.db',
  node: 'vault-1',
  state: 'done',
  percent: 100,
  origin: 'operator',
  started_by: 'ada',
  started_at: at,
  finished_at: at,
  error: null,
  wanted: null,
  contents: {
    size: 13_002_342,
    sha256: 'ab'.repeat(32),
    engine: 'SQLite 3.50.4',
    version: '0.1.0',
    instance_id: 'd2c1',
    activity: 1_042,
    root: null,
  },
  verification: {
    at,
    result: 'invalid',
    summary: 'This backup cannot be relied on: 1 problem.',
    problems: ['It has 5 bytes instead of 9: it was cut off.'],
  },
}
const listed = (backups: readonly Backup[], more: Partial<BackupList> = {}): BackupList => ({
  backups: [...backups],
  pagination: { page: 1, limit: 20, total: backups.length, pages: backups.length === 0 ? 0 : 1 },
  engine: 'sqlite',
  folder: '/var/lib/my envhold/backups',
  data_dir: '/var/lib/my envhold',
  secret_is_setting: false,
  retained: '7',
  every_hours: 24,
  offsite: null,
  obstacle: null,
  ...more,
})

const noRevocations: RevocationList = {
  revocations: [],
  counts: {},
  pagination: { page: 1, limit: 20, total: 0, pages: 0 },
}

const doneJob: Job = {
  id: 7,
  kind: 'reapply-revocations',
  state: 'done',
  reason: 'Restored',
  started_by: 'ada',
  processed: 2,
  total: 2,
  failed: 0,
  preview: { revocations: 2 },
  result: { repeatedRevocations: 1, toldPeople: 1, missingSubjects: 0 },
  error: null,
  created_at: at,
  updated_at: at,
  finished_at: at,
  details: [],
  failures: [],
}

const open = () =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions: ['*'] } }}
    >
      <BackupsPage />
    </OperatorContext>,
  )

test('a backup is started, shows its progress, and is verified and deleted from its drawer', async () => {
  const api = fakeApi()
  api.answers(listRevocations, noRevocations)
  api.answers(listBackups, listed([]))
  const running: Backup = { ...done, state: 'running', percent: 40, contents: null, verification: null }
  api.answers(createBackup, { backup: running })
  api.answers(verifyBackup, { backup: done })
  api.answers(deleteBackup, { message: 'Backup deleted' })
  await open()
  await expect.element(page.getByText('There is no backup yet')).toBeVisible()
  api.answers(listBackups, listed([running]))
  await page.getByRole('button', { name: 'Back Up Now' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Backing up' })).toBeVisible()
  api.answers(listBackups, listed([done]))
  await expect.element(page.getByText('13 MB', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: done.file }).click()
  const drawer = page.getByRole('dialog')
  await expect.element(drawer.getByText('it was cut off')).toBeVisible()
  await expectAccessible()
  await drawer.getByRole('button', { name: 'Verify' }).click()
  await expect.poll(() => api.sent(verifyBackup).length).toBe(1)
  await drawer.getByRole('button', { name: 'Delete Backup' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabelText('Type delete to confirm').fill('delete')
  await question.getByRole('button', { name: 'Delete Backup' }).click()
  await expect.poll(() => api.sent(deleteBackup).length).toBe(1)
})

test('the page says how to restore with its own paths, and why it cannot back up', async () => {
  const api = fakeApi()
  api.answers(listRevocations, noRevocations)
  // One is dated in the future, and the next one is damaged.
  const ahead = { ...done, id: 4, started_at: '2099-01-01T00:00:00.000Z', verification: null }
  const older = { ...done, id: 2, file: 'envhold-20261121T100000Z.db', verification: null }
  api.answers(listBackups, listed([ahead, done, older]))
  await open()
  await expect
    .element(page.getByText(`envhold-server restore '/var/lib/my envhold/backups/${older.file}'`))
    .toBeVisible()
  api.answers(
    listBackups,
    listed([], {
      engine: 'postgres',
      obstacle: 'pg_dump is not installed on this machine.',
      every_hours: null,
    }),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByText('pg_dump is not installed')).toBeVisible()
  await expect.element(page.getByText('createdb envhold_restored')).toBeVisible()
  expect(page.getByRole('button', { name: 'Back Up Now' }).elements()).toEqual([])
})

test('the page says where backups go, how old the newest one there is, and why sending fails', async () => {
  const api = fakeApi()
  api.answers(listRevocations, noRevocations)
  const offsite = {
    ...{ to: 's3://backups/envhold', sent_file: done.file, sent_at: at },
    ...{ failed_since: null, failure: null, clean_up_failure: null },
  }
  api.answers(listBackups, listed([done], { retained: '7d,1w,12m', offsite }))
  await open()
  await expect.element(page.getByText('Backups go to another place, encrypted')).toBeVisible()
  await expect.element(page.getByText('s3://backups/envhold')).toBeVisible()
  await expect.element(page.getByText('each of 7 days, one week, 12 months')).toBeVisible()
  await expectAccessible()
  const failure = 'The store is full (507).'
  api.answers(listBackups, listed([done], { offsite: { ...offsite, failed_since: at, failure } }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByText('Backups do not arrive in the other place')).toBeVisible()
  await expect.element(page.getByText(failure)).toBeVisible()
  await expectAccessible()
  const clean_up_failure = 'The store could not delete a file four times (500).'
  api.answers(listBackups, listed([done], { offsite: { ...offsite, clean_up_failure } }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByText('Older backups are not deleted in the other place')).toBeVisible()
  await expect.element(page.getByText(clean_up_failure)).toBeVisible()
  await expectAccessible()
})

test('what a restore brought back is listed, revoked again after a preview, or dismissed', async () => {
  const api = fakeApi()
  api.answers(listBackups, listed([done]))
  api.answers(listRevocations, {
    revocations: [
      {
        id: 'a',
        kind: 'api_key',
        revoked_at: at,
        username: null,
        project: 'Web shop',
        environment: null,
        subject: 'deploy',
      },
      {
        id: 'b',
        kind: 'password',
        revoked_at: at,
        username: 'ada',
        project: null,
        environment: null,
        subject: '',
      },
    ],
    counts: { api_key: 1, password: 1 },
    pagination: { page: 1, limit: 20, total: 2, pages: 1 },
  })
  api.answers(previewJob, {
    kind: 'reapply-revocations',
    counts: { revocations: 2 },
    names: ['API key deleted: 1', 'Password changed: 1'],
    token: 'token',
    expires_at: at,
  })
  api.answers(reapplyRevocations, { job: doneJob })
  api.answers(dismissRevocations, { message: 'The list is empty.' })
  await open()
  await expect.element(page.getByText('2 revocations were undone by the restore')).toBeVisible()
  await expect.element(page.getByText('deploy in Web shop')).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Revoke All Again' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question.getByText('Now: 2 revocations')).toBeVisible()
  await expectAccessible()
  await question.getByLabelText('Type revoke to confirm').fill('revoke')
  await question.getByLabelText('Reason').fill('Restored after a disk failure')
  await question.getByRole('button', { name: 'Revoke Again' }).click()
  await expect.poll(() => api.sent(reapplyRevocations).length).toBe(1)
})

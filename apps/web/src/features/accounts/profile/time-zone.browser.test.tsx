import { updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { TimeZoneRow } from './identity-rows.tsx'
import { browserTimeZone } from './store-time-zone.ts'
import { useStoredTimeZone } from './stored-time-zone.ts'

function Stored() {
  useStoredTimeZone()
  return <TimeZoneRow />
}

test('the zone of the browser is stored for an account without one, and shown', async () => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount({ time_zone: null }) })
  api.answers(updateProfile, { user: sampleAccount({ time_zone: 'Asia/Tokyo' }) })
  await renderPart(<Stored />)
  await expect
    .poll(() => api.sent(updateProfile).map(({ body }) => body), { timeout: 30_000 })
    .toEqual([{ time_zone: browserTimeZone() }])
  await expect.element(page.getByText('Asia/Tokyo')).toBeVisible()
})

test('an account keeps the zone that it has, until its user chooses another', async () => {
  const api = fakeApi()
  api.answers(readSession, { user: sampleAccount({ time_zone: 'Europe/Paris' }) })
  api.answers(updateProfile, { user: sampleAccount({ time_zone: 'Asia/Tokyo' }) })
  await renderPart(<Stored />)
  await page.getByRole('button', { name: 'Change time zone' }).click()
  await expect.element(page.getByLabelText('Time zone', { exact: true })).toHaveValue('Europe/Paris')
  await expectAccessible()
  await page.getByLabelText('Time zone', { exact: true }).selectOptions('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save time zone' }).click()
  await expect.poll(() => api.sent(updateProfile).at(-1)?.body).toEqual({ time_zone: 'Asia/Tokyo' })
  await expect.element(page.getByText('Asia/Tokyo').first()).toBeVisible()
})

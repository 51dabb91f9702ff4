import {
  approveDeviceLogin,
  denyDeviceLogin,
  openDeviceLogin,
} from '@envhold/contract/personal-tokens/device-login.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { CliAuthPage } from '../cli-auth-page.tsx'
import { DeviceLogin } from './device-login.tsx'

const opened = {
  review: 'R'.repeat(43),
  login: {
    device_name: 'ada-laptop',
    client: 'envhold 0.1.0 on Linux',
    ip_address: '192.0.2.7',
    same_ip_address: false,
    created_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  },
}
const approved = { success: true, id: 'abc', token_name: 'CLI on ada-laptop', message: 'Logged in.' }
const button = (name: string) => page.getByRole('button', { name })
const code = () => page.getByLabelText('Code')

test('a code from the address is filled in and nothing is sent until the user goes on', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  api.answers(approveDeviceLogin, approved)
  await renderPart(<DeviceLogin code="wdjbmjht" tag={undefined} />)
  await expect.element(code()).toHaveValue('WDJB-MJHT')
  await expectAccessible()
  expect(api.sent(openDeviceLogin)).toHaveLength(0)
  await button('Continue').click()
  await expect.element(page.getByText('WDJB-MJHT')).toBeVisible()
  await expect.element(page.getByText('ada-laptop')).toBeVisible()
  await expect.element(page.getByText('(not that of this browser)')).toBeVisible()
  await expect.element(page.getByText('Did you start this login yourself?')).toBeVisible()
  await expectAccessible()
  expect(api.sent(openDeviceLogin)[0]?.body).toEqual({ user_code: 'WDJB-MJHT' })
  expect(api.sent(approveDeviceLogin)).toHaveLength(0)
  await button('Approve').click()
  await expect.element(page.getByText('ada-laptop is logged in')).toBeVisible()
  await expectAccessible()
  expect(api.sent(approveDeviceLogin)[0]?.body).toEqual({ review: opened.review })
  await button('Enter another code').click()
  await expect.element(code()).toHaveValue('')
})

const tag = `3cQWJhXqJNbv5${'A'.repeat(20)}`

test('the link of the command line shows the login by itself, and approves nothing by itself', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  api.answers(approveDeviceLogin, approved)
  await renderPart(<DeviceLogin code="wdjbmjht" tag={tag} />)
  await expect.element(page.getByText('Your terminal must show this code')).toBeVisible()
  expect(api.sent(openDeviceLogin).map(({ body }) => body)).toEqual([{ user_code: 'WDJB-MJHT', tag }])
  expect(api.sent(approveDeviceLogin)).toHaveLength(0)
  await button('Approve').click()
  await expect.element(page.getByText('ada-laptop is logged in')).toBeVisible()
  expect(api.sent(openDeviceLogin)).toHaveLength(1)
})

test('a link with a wrong tag is a filled field that waits for the user', async () => {
  const api = fakeApi()
  api.rejects(openDeviceLogin, 'VALIDATION_FAILED', [{ path: 'tag', message: 'Wrong' }])
  await renderPart(<DeviceLogin code="WDJB-MJHT" tag={tag} />)
  await expect.element(code()).toHaveValue('WDJB-MJHT')
  await expect.element(page.getByText('Wrong')).not.toBeInTheDocument()
  api.answers(openDeviceLogin, opened)
  await button('Continue').click()
  await expect.element(page.getByText('ada-laptop')).toBeVisible()
  expect(api.sent(openDeviceLogin).at(-1)?.body).toEqual({ user_code: 'WDJB-MJHT' })
})

test('a link to a login that has ended says so, and leaves the code', async () => {
  const api = fakeApi()
  api.rejects(openDeviceLogin, 'NOT_FOUND')
  await renderPart(<DeviceLogin code="WDJB-MJHT" tag={tag} />)
  await expect.element(page.getByText('Not found.')).toBeVisible()
  await expect.element(code()).toHaveValue('WDJB-MJHT')
})

test('a click that was meant for the page before approves nothing', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  await renderPart(<DeviceLogin code="WDJB-MJHT" tag={tag} />)
  await expect.element(button('Approve')).toBeDisabled()
  await expect.element(button('Approve')).toBeEnabled()
  window.dispatchEvent(new Event('focus'))
  await expect.element(button('Approve')).toBeDisabled()
  await expect.element(button('Approve')).toBeEnabled()
})

test('the code of a link leaves the address bar, and stays on the page', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  const { location } = await renderPart(<CliAuthPage />, { path: `/cli-auth?code=WDJB-MJHT&tag=${tag}` })
  await expect.element(page.getByText('Your terminal must show this code')).toBeVisible()
  await expect.poll(location).toBe('/cli-auth')
  await expect.element(page.getByText('WDJB-MJHT')).toBeVisible()
  await expect.element(page.getByText('Set it up')).not.toBeInTheDocument()
  expect(api.sent(openDeviceLogin)).toHaveLength(1)
})

test('denying says that nobody got a token', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  api.answers(denyDeviceLogin, { message: 'The login was denied.' })
  await renderPart(<DeviceLogin code="WDJB-MJHT" tag={undefined} />)
  await button('Continue').click()
  await button('Deny').click()
  await expect.element(page.getByText('ada-laptop was not logged in')).toBeVisible()
  expect(api.sent(denyDeviceLogin)[0]?.body).toEqual({ review: opened.review })
  expect(api.sent(approveDeviceLogin)).toHaveLength(0)
})

test('a text that cannot be a code is not sent, and an unknown code keeps what was typed', async () => {
  const api = fakeApi()
  api.rejects(openDeviceLogin, 'NOT_FOUND')
  await renderPart(<DeviceLogin code="" tag={undefined} />)
  await code().fill('hello')
  await button('Continue').click()
  await expect.element(page.getByText('The code has eight letters, such as WDJB-MJHT')).toBeVisible()
  await code().fill('aeio-aeio')
  await button('Continue').click()
  await expect.element(page.getByText('No code has these letters.')).toBeVisible()
  expect(api.sent(openDeviceLogin)).toHaveLength(0)
  await code().fill('wdjb mjht')
  await button('Continue').click()
  await expect.element(page.getByText('Not found.')).toBeVisible()
  await expect.element(code()).toHaveValue('WDJB-MJHT')
  await expectAccessible()
})

test('an approval whose answer is lost may have logged the terminal in, and says where to look', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  await renderPart(<DeviceLogin code="WDJB-MJHT" tag={undefined} />)
  await button('Continue').click()
  api.answers(approveDeviceLogin, () => {
    throw new TypeError('Failed to fetch')
  })
  await button('Approve').click()
  await expect
    .element(page.getByText('The terminal may be logged in: look at Manage Tokens.', { exact: false }))
    .toBeVisible()
  const keys = api.sent(approveDeviceLogin).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a login that ended meanwhile leads back to its code', async () => {
  const api = fakeApi()
  api.answers(openDeviceLogin, opened)
  api.rejects(approveDeviceLogin, 'NOT_FOUND')
  await renderPart(<DeviceLogin code="WDJB-MJHT" tag={undefined} />)
  await button('Continue').click()
  await button('Approve').click()
  await expect.element(page.getByText('Not found.')).toBeVisible()
  await expect.element(code()).toHaveValue('WDJB-MJHT')
})

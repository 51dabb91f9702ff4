import {
  listMailTemplates,
  type MailTemplate,
  previewMailTemplate,
  sendTestMail,
} from '@envhold/contract/operator/mail-templates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../tests/expect-accessible.ts'
import { fakeApi } from '../../../tests/fake-api.ts'
import { renderPart } from '../../../tests/render-part.tsx'
import { sampleAccount } from '../../../tests/samples.ts'
import { OperatorContext } from '../operator.ts'
import { MailTemplatesPage } from './mail-templates-page.tsx'

const templates: MailTemplate[] = [
  {
    name: 'verify-email',
    description: 'Asks the owner of an account to verify the e-mail address.',
    category: 'onboarding',
    metadata: { priority: 'high' },
    variables: [
      { name: 'account', type: 'name', required: true, description: 'Who signed up', example: 'grace' },
      { name: 'userId', type: 'id', required: false, description: 'The account', example: '12' },
    ],
  },
  {
    name: 'new-sign-in',
    description: 'Reports a sign-in from a new device.',
    category: 'security',
    metadata: { priority: 'critical' },
    variables: [],
  },
]
const html = '<!DOCTYPE html><title>x</title><p>Hello</p><script>parent.document.title = "taken"</script>'

const begin = () => {
  const api = fakeApi()
  api.answers(listMailTemplates, { templates })
  api.answers(previewMailTemplate, { subject: 'Confirm your e-mail address', html })
  api.answers(sendTestMail, {
    message: 'Test email sent successfully to ada@example.com',
    progress: 'connected, greeted, message accepted',
  })
  return api
}
const open = (permissions: readonly string[] = ['*']) =>
  renderPart(
    <OperatorContext
      value={{ account: sampleAccount(), role: { name: 'R', display_name: 'The role', permissions } }}
    >
      <MailTemplatesPage />
    </OperatorContext>,
    { path: '/' },
  )

test('tabs have the categories found, with their counts, and filter the list', async () => {
  begin()
  await open()
  await expect.element(page.getByText('Select a Template')).toBeVisible()
  const tabs = page.getByRole('tab').elements()
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['All (2)', 'Onboarding (1)', 'Security (1)'])
  await page.getByRole('tab', { name: 'Security (1)' }).click()
  await expect.element(page.getByText('verify-email')).not.toBeInTheDocument()
  await expect.element(page.getByText('new-sign-in')).toBeVisible()
  await expectAccessible()
})

test('the templates are searched by name, description and variable', async () => {
  begin()
  await open()
  const search = page.getByRole('searchbox', { name: 'Search templates...' })
  for (const [text, shown, hidden] of [
    ['NEW device', 'new-sign-in', 'verify-email'],
    ['verify email', 'verify-email', 'new-sign-in'],
    ['account', 'verify-email', 'new-sign-in'],
  ] as const) {
    await search.fill(text)
    await expect.element(page.getByText(hidden, { exact: true })).not.toBeInTheDocument()
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
  }
  await expect.element(page.getByRole('tab', { name: 'All (1)' })).toBeVisible()
  await search.fill('no such thing')
  await expect.element(page.getByText('No template matches “no such thing”.')).toBeVisible()
})

test('a preview shows the subject, the mail in a frame without rights, and the variables', async () => {
  begin()
  await open()
  await page.getByRole('button', { name: 'Preview verify-email' }).click()
  await expect.element(page.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible()
  const frame = page.getByTitle('Preview of verify-email').element()
  expect(frame.getAttribute('sandbox')).toBe('')
  await expect.poll(() => frame.getAttribute('src')).toMatch(/^blob:/)
  expect(document.title).not.toBe('taken')
  await expect
    .element(page.getByRole('row', { name: 'account name Required Who signed up grace' }))
    .toBeVisible()
  await expect.element(page.getByRole('row', { name: 'userId id Optional The account 12' })).toBeVisible()
  await expectAccessible()
})

test('a test mail needs an address, and goes to it', async () => {
  const api = begin()
  await open()
  await page.getByRole('button', { name: 'Send Test of new-sign-in' }).click()
  await expect.element(page.getByText('Please enter a test email address')).toBeVisible()
  expect(api.sent(sendTestMail)).toEqual([])
  await page.getByLabelText('Test recipient').fill(' ada@example.com ')
  await page.getByRole('button', { name: 'Send Test of new-sign-in' }).click()
  await expect.element(page.getByText('Test email sent successfully to ada@example.com')).toBeVisible()
  await expect.element(page.getByText('connected, greeted, message accepted')).toBeVisible()
  expect(api.sent(sendTestMail)).toMatchObject([
    { path: '/api/admin/email-templates/new-sign-in/test', body: { to: 'ada@example.com' } },
  ])
})

test('failures are shown', async () => {
  const api = begin()
  api.rejects(previewMailTemplate, 'INTERNAL')
  api.rejects(sendTestMail, 'INTERNAL')
  await open()
  await page.getByRole('button', { name: 'Preview verify-email' }).click()
  await expect.element(page.getByText('Error loading template preview')).toBeVisible()
  await page.getByLabelText('Test recipient').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send Test of verify-email' }).click()
  await expect.element(page.getByText(/^Error sending test email/)).toBeVisible()
})

test('who may only read is offered no test mails', async () => {
  begin()
  await open(['user.read', 'admin.stats'])
  await expect.element(page.getByText('new-sign-in')).toBeVisible()
  await expect.element(page.getByLabelText('Test recipient')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /Send Test/ })).not.toBeInTheDocument()
})

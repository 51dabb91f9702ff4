import { createApiKey, listApiKeys, readApiKeyCalls } from '@envhold/contract/api-keys.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useConnection } from '../../connection/use-connection.ts'
import { expectAccessible } from '../../tests/expect-accessible.ts'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { sampleApiKey, sampleEnvironment, sampleProject } from '../../tests/samples.ts'
import { UntilSaid } from '../../tests/until-said.tsx'
import { StepUpDialogs } from '../accounts/step-up/step-up-dialogs.tsx'
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx'

const text = `pak_${'x'.repeat(64)}`
const created = sampleApiKey({ id: 'k9', key_name: 'Deploy', environment_access: ['1'] })
const environments = [
  sampleEnvironment({ id: 1, name: 'qa' }),
  sampleEnvironment({ id: 2, name: 'production', protected: true }),
]

function StepUp() {
  return <StepUpDialogs prompt={useConnection().stepUpPrompt} />
}

const show = async () => {
  const api = fakeApi()
  api.answers(listApiKeys, { api_keys: [created] })
  api.answers(readApiKeyCalls, { calls: [], plan: { name: 'Pro', rate_limit_per_hour: 1_000 } })
  api.answers(createApiKey, { api_key: { ...created, api_key: text } })
  await renderPart(
    <UntilSaid>
      {(say) => (
        <>
          <CreateApiKeyDialog
            project={sampleProject()}
            environments={environments}
            onClose={() => say('Closed')}
          />
          <StepUp />
        </>
      )}
    </UntilSaid>,
  )
  return { api, form: page.getByRole('dialog', { name: 'Create API Key' }) }
}
const create = async () => {
  await page.getByLabelText('Name', { exact: true }).fill('Deploy')
  await page.getByRole('button', { name: 'Create API Key' }).click()
}
const made = () => page.getByRole('dialog', { name: /API key created/ })
const fact = (name: string) =>
  page.getByRole('term').filter({ hasText: name }).element().nextElementSibling?.textContent

test('fits into 420 px, and says what the fields come to', async () => {
  const { api, form } = await show()
  await expect.element(form.getByText('1,000 calls an hour, by plan Pro')).toBeVisible()
  expect(form.element().getBoundingClientRect().height).toBeLessThanOrEqual(420)
  expect([fact('Reads'), fact('From')]).toEqual(['qa', 'any address'])
  expect(fact('Until')).toMatch(/, in 90 days$/)
  expect(form.element().textContent).not.toMatch(/read_variables|api_inject/)
  await expectAccessible()

  await form.getByRole('checkbox', { name: /^production/ }).click()
  await expect.poll(() => fact('Reads')).toBe('qa and productionProtected')
  await form.getByRole('radio', { name: /^production/ }).click()
  await expect.element(form.getByText('/inject/7/production?format=dotenv')).toBeVisible()
  await form.getByRole('radio', { name: 'Docker' }).click()
  await expect.element(form.getByText('/inject/7/production?format=dotenv&dialect=docker')).toBeVisible()

  await form.getByRole('checkbox', { name: 'All, later ones too' }).click()
  await form.getByRole('radio', { name: 'Never' }).click()
  await form.getByRole('button', { name: /^More/ }).click()
  await form.getByLabelText('Allowed IPs').fill('10.0.0.0/8')
  await form.getByRole('checkbox', { name: /Read variable names/ }).click()
  expect([fact('Reads'), fact('Until'), fact('From')]).toEqual([
    'all environments, later ones too',
    'you delete it',
    '10.0.0.0/8',
  ])
  await expectAccessible()
  await create()
  await expect.element(made()).toBeVisible()
  expect(api.sent(createApiKey)[0]?.body).toEqual({
    name: 'Deploy',
    permissions: ['read_variables', 'variables.api_inject'],
    environment_access: null,
    allowed_ips: ['10.0.0.0/8'],
    expires_at: null,
  })
})

test('errors are at their fields, also at those under More, and what was typed stays', async () => {
  const { api, form } = await show()
  await form.getByRole('checkbox', { name: 'qa' }).click()
  await form.getByRole('button', { name: /^More/ }).click()
  await form.getByLabelText('Allowed IPs').fill('nowhere')
  await form.getByRole('button', { name: /^More/ }).click()
  await create()
  await expect.element(form.getByText('At least one environment must be selected')).toBeVisible()
  await expect.element(form.getByText('Must be an IP address or a CIDR range')).toBeVisible()
  await form.getByRole('checkbox', { name: 'qa' }).click()
  await form.getByLabelText('Allowed IPs').fill('')
  api.rejects(createApiKey, 'VALIDATION_FAILED', [{ path: 'name', message: 'Another name, please' }])
  await create()
  await expect.element(form.getByText('Another name, please')).toBeVisible()
  await expect.element(form.getByLabelText('Name', { exact: true })).toHaveValue('Deploy')
})

test('the key is shown once, in a dialog of the same size; closing asks until it is copied', async () => {
  const { form } = await show()
  const { width, height } = form.element().getBoundingClientRect()
  await create()
  await expect.element(made()).toHaveTextContent(text)
  expect(made().element().getBoundingClientRect()).toMatchObject({ width, height })
  await expect.element(made().getByRole('button', { name: 'Copy key' })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Have you saved the key?' })
  await question.getByRole('button', { name: 'Go back' }).click()
  await made().getByRole('button', { name: 'Copy key' }).click()
  await expect.element(made().getByText('API key copied to clipboard')).toBeVisible()
  await made().getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByText('Closed')).toBeVisible()
})

test('the last line says when the first call came', async () => {
  const { api } = await show()
  await create()
  await expect.element(made().getByText(/^Waiting for the first call/)).toBeVisible()
  api.answers(listApiKeys, { api_keys: [{ ...created, last_used_at: new Date().toISOString() }] })
  await expect.element(made().getByText(/^The first call came/)).toBeVisible()
  const { length } = api.sent(listApiKeys)
  await new Promise((resolve) => setTimeout(resolve, 4_500))
  expect(api.sent(listApiKeys)).toHaveLength(length)
})

test('where a proof of identity is needed, the reason is given', async () => {
  const { api } = await show()
  api.rejects(createApiKey, 'STEP_UP_REQUIRED')
  await create()
  const question = page.getByRole('dialog', { name: 'Confirm it is you' })
  await expect.element(question.getByText(/^An API key keeps working after you sign out/)).toBeVisible()
})

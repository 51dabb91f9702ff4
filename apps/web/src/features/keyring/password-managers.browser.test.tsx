import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '../../tests/fake-api.ts'
import { renderPart } from '../../tests/render-part.tsx'
import { SignInForm } from '../accounts/sign-in/sign-in-form.tsx'
import { ExportForm } from '../export/choose-export.tsx'
import { UnlockInPlace } from '../workbench/parts/unlock-in-place.tsx'
import { FirstMasterPassword } from './new-master-password.tsx'
import { UnlockForm } from './unlock-forms.tsx'

const noop = () => {}
const passwordField = async (): Promise<HTMLInputElement> => {
  await expect.poll(() => document.querySelector('input[type=password]')).toBeInstanceOf(HTMLInputElement)
  return document.querySelector('input[type=password]') as HTMLInputElement
}
const field = { name: 'masterPassword', onChange: async () => {}, onBlur: async () => {}, ref: noop }
const form = { formState: { errors: {} }, register: () => field }

test.each([
  ['the prompt', <UnlockForm key="1" onOpened={noop} onCancel={noop} onForgotten={noop} />],
  ['the page of a locked environment', <UnlockInPlace key="2" />],
  ['a download', <ExportForm key="3" asks submitText="" onSubmit={noop} onCancel={noop} />],
  [
    'the first master password',
    <FirstMasterPassword key="4" form={form} field={field} value="" error={undefined} />,
  ],
])('no password manager fills or saves the master password: %s', async (_, part) => {
  fakeApi()
  await renderPart(part)
  const { name, autocomplete, dataset } = await passwordField()
  expect({ name, autocomplete, ...dataset }).toEqual({
    name: 'masterPassword',
    autocomplete: 'off',
    '1pIgnore': 'true',
    lpignore: 'true',
    bwignore: 'true',
    formType: 'other',
  })
})

test('the password of the account is filled', async () => {
  fakeApi()
  await renderPart(<SignInForm onSignedIn={noop} />)
  const { name, autocomplete, dataset, form } = await passwordField()
  expect({ name, autocomplete, ...dataset }).toEqual({ name: 'password', autocomplete: 'current-password' })
  expect(form?.name).toBe('sign-in')
  await expect
    .element(page.getByLabelText('E-mail or username'))
    .toHaveAttribute('autocomplete', 'username webauthn')
})

import type { ComponentProps } from 'react'
import { PasswordField } from '../../ui/forms/text-field.tsx'
import { NewPasswordHint } from './new-password-hint.tsx'

export const isRepeated = (fields: { newPassword: string; confirmation: string }) =>
  fields.newPassword === fields.confirmation
export const unequal = { path: ['confirmation'], message: 'Passwords don’t match' }

interface Props {
  form: {
    readonly field: (
      name: 'newPassword' | 'confirmation',
    ) => Omit<ComponentProps<typeof PasswordField>, 'label'>
    readonly watch: (name: 'newPassword') => string
  }
  autoFocus?: boolean
}

/** A new password of the account, typed twice. */
export const NewPasswordFields = ({ form, autoFocus }: Props) => (
  <>
    <PasswordField
      {...form.field('newPassword')}
      label="New password"
      hint={<NewPasswordHint password={form.watch('newPassword')} />}
      autoComplete="new-password"
      autoFocus={autoFocus}
    />
    <PasswordField {...form.field('confirmation')} label="Confirm new password" autoComplete="new-password" />
  </>
)

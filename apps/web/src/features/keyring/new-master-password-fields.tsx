import type { ComponentProps } from 'react'
import { PasswordField } from '../../ui/forms/text-field.tsx'
import { MasterPasswordStrength } from './master-password-strength.tsx'

type Name = 'newMasterPassword' | 'confirmation'

interface Props {
  form: {
    readonly field: (name: Name) => Omit<ComponentProps<typeof PasswordField>, 'label'>
    readonly watch: (name: 'newMasterPassword') => string
  }
}

/** A new master password with its strength, typed twice. */
export const NewMasterPasswordFields = ({ form }: Props) => (
  <>
    <PasswordField
      {...form.field('newMasterPassword')}
      label="New master password"
      hint="At least 8 characters."
      unfilled
    />
    <MasterPasswordStrength value={form.watch('newMasterPassword')} />
    <PasswordField {...form.field('confirmation')} label="Confirm new master password" unfilled />
  </>
)

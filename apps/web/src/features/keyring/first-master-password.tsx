import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { MasterPasswordStrength } from './master-password-strength.tsx'

interface Props {
  field: UseFormRegisterReturn
  value: string
  error: string | undefined
  autoFocus?: boolean
  readOnly?: boolean
}

/** The field of a first master password, with its strength. */
export const FirstMasterPassword = ({ field, value, error, ...input }: Props) => (
  <>
    <Field
      label="Master password"
      error={error}
      hint="Not the password you sign in with. We cannot reset it; a recovery key comes next."
    >
      <PasswordInput {...field} {...input} unfilled />
    </Field>
    <MasterPasswordStrength value={value} />
  </>
)

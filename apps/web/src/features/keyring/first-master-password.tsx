import type { UseFormRegisterReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/forms/text-field.tsx'
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
    <PasswordField
      {...field}
      {...input}
      label="Master password"
      hint="Not the password you sign in with. We cannot reset it; a recovery key comes next."
      error={error}
      unfilled
    />
    <MasterPasswordStrength value={value} />
  </>
)

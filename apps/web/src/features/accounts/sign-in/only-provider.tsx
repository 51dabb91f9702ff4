import { Button } from '../../../ui/button.tsx'
import { ProviderSignIn, type ProviderSignInProps } from './provider-sign-in.tsx'

interface Props extends ProviderSignInProps {
  /** For operators, who keep a password. Without it there is no way to the password form. */
  onUsePassword?: (() => void) | undefined
}

/** The form of an instance whose identity provider is the only way in. */
export function OnlyProvider({ onUsePassword, ...props }: Props) {
  return (
    <div className="grid gap-4">
      <ProviderSignIn {...props} />
      {onUsePassword && (
        <p className="text-center text-small text-ink-2">
          Do you operate this server?{' '}
          <Button variant="link" size="sm" onClick={onUsePassword}>
            Sign in with a password
          </Button>
        </p>
      )}
    </div>
  )
}

import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'

const texts = {
  closed: 'This server accepts no new accounts at the moment.',
  invited: 'New accounts need an invitation. Open the link in yours to create an account.',
} as const

interface Props {
  mode: keyof typeof texts
  onSignIn: (() => void) | undefined
}

/** In place of the form, while this visitor may not create an account. */
export function NoSignUp({ mode, onSignIn }: Props) {
  return (
    <div className="grid gap-4">
      <Banner>{texts[mode]}</Banner>
      {onSignIn && (
        <p className="text-center text-ink-2">
          Already have an account?{' '}
          <Button variant="link" onClick={onSignIn} autoFocus>
            Sign in
          </Button>
        </p>
      )}
    </div>
  )
}

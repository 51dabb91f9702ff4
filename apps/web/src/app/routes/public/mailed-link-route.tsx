import { createLazyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ConfirmEmail } from '../../../features/accounts/mailed-links/confirm-email.tsx'
import { Protection } from '../../../features/accounts/mailed-links/open-link.tsx'
import { ResetPassword } from '../../../features/accounts/mailed-links/reset-password.tsx'
import { FullPage } from '../../shell/full-page.tsx'
import { useEndSession } from '../../shell/use-logout.ts'
import { NextStep, useLinkToken } from './link-token.tsx'

const pageOf = (path: LinkPath) => ({ component: () => <MailedLinkPage path={path} /> })

export const resetPassword = createLazyRoute('/reset-password')(pageOf('/reset-password'))
export const confirmEmail = createLazyRoute('/confirm-email')(pageOf('/confirm-email'))
export const notMe = createLazyRoute('/not-me')(pageOf('/not-me'))
export const removeFactor = createLazyRoute('/remove-factor')(pageOf('/remove-factor'))
export const undoEmail = createLazyRoute('/undo-email')(pageOf('/undo-email'))
export const stopChange = createLazyRoute('/stop-change')(pageOf('/stop-change'))
export const revokeTokens = createLazyRoute('/revoke-tokens')(pageOf('/revoke-tokens'))

/** The pages of mailed links. */
export function MailedLinkPage({ path }: { path: LinkPath }) {
  const endSession = useEndSession()
  const token = useLinkToken(path)
  return (
    <FullPage>
      <title>{`${linkTitles[path]} · Envhold`}</title>
      <LinkContent key={token} {...{ path, token }} nextStep={<NextStep />} onSwitchAccount={endSession} />
    </FullPage>
  )
}

interface ContentProps {
  path: LinkPath
  token: string | null
  nextStep: ReactNode
  onSwitchAccount: () => void
}

function LinkContent({ path, ...props }: ContentProps) {
  switch (path) {
    case '/reset-password':
      return <ResetPassword token={props.token} back={props.nextStep} />
    case '/confirm-email':
      return <ConfirmEmail {...props} />
    case '/not-me':
      return <Protection purpose="not-me" {...props} />
    case '/remove-factor':
      return <Protection purpose="remove-factor" {...props} />
    case '/undo-email':
      return <Protection purpose="undo-email" {...props} />
    case '/stop-change':
      return <Protection purpose="stop-change" {...props} />
    case '/revoke-tokens':
      return <Protection purpose="revoke-tokens" {...props} />
  }
}

/** The titles of the pages that mailed links open. */
const linkTitles = {
  '/reset-password': 'Set a new password',
  '/confirm-email': 'Confirm your new e-mail address',
  '/not-me': 'This was not me',
  '/remove-factor': 'This was not me',
  '/undo-email': 'Undo a change of your e-mail address',
  '/stop-change': 'Stop a change',
  '/revoke-tokens': 'Revoke personal tokens',
} as const
export type LinkPath = keyof typeof linkTitles

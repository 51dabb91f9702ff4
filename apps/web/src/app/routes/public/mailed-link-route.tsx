import { createLazyRoute } from '@tanstack/react-router'
import type { LinkPath } from '../../../features/accounts/mailed-links/link-title.ts'
import { MailedLinkPage } from './mailed-link-page.tsx'

const pageOf = (path: LinkPath) => ({ component: () => <MailedLinkPage path={path} /> })

export const resetPassword = createLazyRoute('/reset-password')(pageOf('/reset-password'))
export const confirmEmail = createLazyRoute('/confirm-email')(pageOf('/confirm-email'))
export const notMe = createLazyRoute('/not-me')(pageOf('/not-me'))
export const undoEmail = createLazyRoute('/undo-email')(pageOf('/undo-email'))
export const stopChange = createLazyRoute('/stop-change')(pageOf('/stop-change'))
export const revokeTokens = createLazyRoute('/revoke-tokens')(pageOf('/revoke-tokens'))

import { createLazyRoute } from '@tanstack/react-router'
import type { LinkPath } from '../../../features/accounts/mailed-links/link-title.ts'
import { MailedLinkPage } from './mailed-link-page.tsx'

export const mailedLinkRoute = (path: LinkPath) =>
  createLazyRoute(path)({ component: () => <MailedLinkPage path={path} /> })

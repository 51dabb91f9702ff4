import { createLazyRoute } from '@tanstack/react-router'
import { InvitePage } from './invite-page.tsx'

export const route = createLazyRoute('/invite')({ component: InvitePage })

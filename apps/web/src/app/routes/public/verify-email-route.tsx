import { createLazyRoute } from '@tanstack/react-router'
import { VerifyEmailPage } from './verify-email-page.tsx'

export const route = createLazyRoute('/verify-email')({ component: VerifyEmailPage })

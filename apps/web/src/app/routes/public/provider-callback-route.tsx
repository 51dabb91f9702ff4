import { createLazyRoute } from '@tanstack/react-router'
import { ProviderCallbackPage } from './provider-callback-page.tsx'

export const route = createLazyRoute('/sign-in/callback')({ component: ProviderCallbackPage })

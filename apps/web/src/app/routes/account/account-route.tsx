import { createLazyRoute } from '@tanstack/react-router'
import { AccountPage } from './account-page.tsx'

export const route = createLazyRoute('/inside/account')({ component: AccountPage })

import { createLazyRoute } from '@tanstack/react-router'
import { CliAuthPage } from '../../features/cli/cli-auth-page.tsx'

export const route = createLazyRoute('/inside/cli-auth')({ component: CliAuthPage })

import { createLazyRoute } from '@tanstack/react-router'
import { Inside } from './signed-in-layout.tsx'

export const route = createLazyRoute('/inside')({ component: Inside })

import { createLazyRoute } from '@tanstack/react-router'
import { Inside } from './inside.tsx'

export const route = createLazyRoute('/inside')({ component: Inside })

import { createLazyRoute } from '@tanstack/react-router'
import { SignedInLayout } from './signed-in-layout.tsx'

export const route = createLazyRoute('/inside')({ component: SignedInLayout })

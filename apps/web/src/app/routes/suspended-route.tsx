import { createLazyRoute } from '@tanstack/react-router'
import { SuspendedPage } from './suspended-page.tsx'

export const route = createLazyRoute('/suspended')({ component: SuspendedPage })

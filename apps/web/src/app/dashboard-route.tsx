import { createLazyRoute } from '@tanstack/react-router'
import { DashboardPage } from '../features/projects/dashboard-page.tsx'

export const route = createLazyRoute('/inside/dashboard')({ component: DashboardPage })

import { createLazyRoute } from '@tanstack/react-router'
import { DocsPage } from './docs-page.tsx'

export const route = createLazyRoute('/docs')({ component: DocsPage })

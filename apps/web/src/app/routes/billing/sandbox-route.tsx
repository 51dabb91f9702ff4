import { createLazyRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SandboxCheckout } from '../../../features/subscription/sandbox/sandbox-checkout.tsx'
import { SandboxInvoice, SandboxPortal } from '../../../features/subscription/sandbox/sandbox-portal.tsx'
import { FullPage } from '../../shell/full-page.tsx'
import { NotFoundPage } from '../../shell/not-found-page.tsx'

export const route = createLazyRoute('/$page/sandbox/$id')({ component: Sandbox })

const pages = new Map<string, (id: string) => ReactNode>([
  ['checkout', (id) => <SandboxCheckout id={id} />],
  ['portal', (id) => <SandboxPortal id={id} />],
  ['invoice', (id) => <SandboxInvoice id={id} />],
])

function Sandbox() {
  const { page, id } = route.useParams()
  const content = pages.get(page)
  return content ? <FullPage>{content(id)}</FullPage> : <NotFoundPage />
}

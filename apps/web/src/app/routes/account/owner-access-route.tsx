import { createLazyRoute } from '@tanstack/react-router'
import { OwnerAccess } from '../../../features/collaborators/owner-access.tsx'

export const route = createLazyRoute('/inside/owner-access')({ component: OwnerAccessPage })

function OwnerAccessPage() {
  return (
    <>
      <title>Give keys back · Envhold</title>
      <h1 className="mb-6 text-title font-semibold">Give keys back to an owner</h1>
      <OwnerAccess />
    </>
  )
}

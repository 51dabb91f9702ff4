import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { DeleteAccountPage } from '../../../features/accounts/delete/delete-account-page.tsx'

export const route = createLazyRoute('/inside/account-frame/account/delete')({ component: DeleteAccount })

function DeleteAccount() {
  const navigate = useNavigate()
  return (
    <DeleteAccountPage
      onCancel={() => void navigate({ to: '/account' })}
      onDeleted={() => void navigate({ to: '/', replace: true })}
    />
  )
}

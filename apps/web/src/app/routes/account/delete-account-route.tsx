import { createLazyRoute, useNavigate } from '@tanstack/react-router'
import { DeleteAccountPage } from '../../../features/accounts/delete/delete-account-page.tsx'
import { AccountFrame } from './account-frame.tsx'

export const route = createLazyRoute('/inside/account/delete')({ component: DeleteAccount })

function DeleteAccount() {
  const navigate = useNavigate()
  return (
    <AccountFrame title="Delete account">
      <DeleteAccountPage
        onCancel={() => void navigate({ to: '/account' })}
        onDeleted={() => void navigate({ to: '/', replace: true })}
      />
    </AccountFrame>
  )
}

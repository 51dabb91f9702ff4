import { ChangePasswordCard } from '../features/accounts/change-password-card.tsx'
import { ProfileCard } from '../features/accounts/profile-card.tsx'
import { MasterPasswordCard } from '../features/keyring/master-password-card.tsx'
import { PersonalTokensCard } from '../features/personal-tokens/personal-tokens-card.tsx'
import { PageTitle } from './page-title.tsx'

export function AccountPage() {
  return (
    <>
      <title>Account · Envhold</title>
      <PageTitle title="Account" />
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="lg:col-span-2">
          <ProfileCard />
        </div>
        <ChangePasswordCard />
        <MasterPasswordCard />
        <div className="min-w-0 lg:col-span-2">
          <PersonalTokensCard />
        </div>
      </div>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useConnection } from '../../../connection/use-connection.ts'
import { SettingFormRow } from '../../../ui/setting-form-row.tsx'
import { delayedChangesQuery } from './security-queries.ts'

const EmptyVaultForm = lazy(async () => ({
  default: (await import('./empty-vault-form.tsx')).EmptyVaultForm,
}))

/** The last resort of somebody who lost both the master password and the recovery key. */
export function EmptyVaultRow({ hasVault }: { hasVault: boolean }) {
  const { api } = useConnection()
  const { data } = useQuery(delayedChangesQuery(api))
  const isUnderWay = data?.some(({ kind }) => kind === 'empty-vault') === true
  return (
    <SettingFormRow
      id="empty-vault"
      title="Lost master password and recovery key"
      description={
        hasVault
          ? 'Nobody can open your vault without one of them. You can start an empty one, 72 hours from now.'
          : 'You have no vault yet: it begins with your master password.'
      }
      actionText="Start empty"
      actionLabel="Start empty vault"
      disabled={isUnderWay || !hasVault}
    >
      {(close) => <EmptyVaultForm onStarted={close} />}
    </SettingFormRow>
  )
}

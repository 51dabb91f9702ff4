import { type InstanceSettings, updateOperatorFactor } from '@envhold/contract/operator/instance-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../connection/use-api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { securityQuery, useAccountSecurity } from '../../accounts/security/security-queries.ts'
import { Panel } from '../parts/panel.tsx'
import { useMayCall } from '../use-operator.ts'
import { ChangedBy } from './changed-by.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** Mounted again with each change of the setting. */
export function OperatorFactorSettings({ setting }: { setting: InstanceSettings['operator_factor'] }) {
  const { required, from, revision, changed } = setting
  const api = useApi()
  const mayChange = useMayCall('updateOperatorFactor')
  const lacksFactor = useAccountSecurity().data?.needs_second_factor === true
  const { busy, save } = useSaveSettings()
  const client = useQueryClient()
  const update = async () => {
    await save(
      () => api.call(updateOperatorFactor, { body: { required: !required, revision } }),
      required ? 'Operators no longer need a second factor' : 'Operators need a second factor',
    )
    // The notice above every page says from when on one is needed.
    void client.invalidateQueries(securityQuery(api))
  }
  return (
    <Panel
      title="Operators need a second factor"
      action={<Badge tone={required ? 'good' : 'warn'}>{required ? 'On' : 'Off'}</Badge>}
    >
      <div className="grid gap-4 border-t p-4">
        <p className="text-small text-ink-2">
          {from ? (
            <>
              From <Time at={from} date />, the
            </>
          ) : (
            'The'
          )}{' '}
          operator area opens{' '}
          {required
            ? 'only to accounts with a passkey or an authenticator app'
            : 'to accounts with a password alone'}
          . <ChangedBy changed={changed} />.
        </p>
        {mayChange && (
          <>
            <p className="text-small text-ink-3">
              {required || !lacksFactor
                ? 'Operators without one are asked to set it up when they open the area. Nothing else of their accounts changes.'
                : 'Set up a second factor for your own account first, so that you are not locked out.'}
            </p>
            <Button
              variant={required ? 'secondary' : 'primary'}
              className="justify-self-start"
              busy={busy}
              disabled={!required && lacksFactor}
              onClick={() => void update()}
            >
              {required ? 'Turn Off' : 'Require a Second Factor'}
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}

import { type InstanceSettings, updateOperatorFactor } from '@envhold/contract/operator/instance-settings.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAccountSecurity } from '../../accounts/security/security-query.ts'
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
  const update = () =>
    save(
      () => api.call(updateOperatorFactor, { body: { required: !required, revision } }),
      required ? 'Operators no longer need a second factor' : 'Operators need a second factor',
    )
  return (
    <Panel
      title="Operators need a second factor"
      action={<Badge tone={required ? 'good' : 'warn'}>{required ? 'On' : 'Off'}</Badge>}
    >
      <div className="grid gap-4 border-t p-4">
        <p className="text-small text-ink-2">
          {required
            ? 'The operator area opens only to accounts with a passkey or an authenticator app'
            : 'The operator area opens to accounts with a password alone'}
          {from && (
            <>
              , from <Time at={from} date /> on
            </>
          )}
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

import type { SignUpMode } from '@envhold/contract/accounts/accounts.ts'
import {
  type InstanceSettings,
  updateOperatorFactor,
  updateSignUps,
} from '@envhold/contract/operator/instance-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/forms/choices.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { securityQuery, useAccountSecurity } from '../../accounts/security/security-queries.ts'
import { useMayCall } from '../operator.ts'
import { Panel } from '../parts/panel.tsx'
import { ChangedBy, useSaveSettings } from './saved-settings.tsx'

const words: Readonly<Record<SignUpMode, { readonly title: string; readonly hint: string }>> = {
  open: { title: 'Open', hint: 'Anyone can create an account.' },
  invited: { title: 'Invited', hint: 'Only people whom an operator or a project invites can.' },
  approval: {
    title: 'Approval',
    hint: 'Anyone can; an operator approves each new account without an invitation.',
  },
  closed: { title: 'Closed', hint: 'Only people whom an operator invites can.' },
}
const options = Object.entries(words).map(([value, label]) => ({ value: value as SignUpMode, ...label }))

/** Mounted again with each change of the setting. */
export function SignUpSettings({ signUps }: { signUps: InstanceSettings['sign_ups'] }) {
  const { mode, server_mode, chosen_mode, revision, changed } = signUps
  const api = useApi()
  const mayChange = useMayCall('updateSignUps')
  const { busy, save } = useSaveSettings()
  const [draft, setDraft] = useState(mode)
  const update = (next: SignUpMode | null) =>
    save(
      () => api.call(updateSignUps, { body: { mode: next, revision } }),
      next === null ? 'The server’s setting holds again' : `Sign-ups: ${words[next].title}`,
    )
  return (
    <Panel
      title="Sign-ups"
      action={<Badge tone={mode === 'open' ? 'neutral' : 'warn'}>{words[mode].title}</Badge>}
    >
      <div className="grid gap-4 border-t p-4">
        <p className="text-small text-ink-2">
          {chosen_mode === null
            ? `The server’s setting holds: SIGN_UPS=${server_mode}.`
            : `Chosen by an operator. The server’s setting is SIGN_UPS=${server_mode}.`}{' '}
          <ChangedBy changed={changed} />.
        </p>
        {mayChange && (
          <>
            <ChoiceCards label="Sign-up mode" options={options} value={draft} onValueChange={setDraft} />
            <p className="text-small text-ink-3">
              Applies immediately on every node, including to sign-ups in progress. Accounts waiting for
              approval are not affected.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button busy={busy} disabled={draft === chosen_mode} onClick={() => void update(draft)}>
                Save Sign-up Mode
              </Button>
              {chosen_mode !== null && (
                <Button variant="secondary" disabled={busy} onClick={() => void update(null)}>
                  Use the Server’s Setting ({words[server_mode].title})
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Panel>
  )
}

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

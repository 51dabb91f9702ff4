import type { SessionInfo } from '@envhold/contract/account-settings.ts'
import { deviceName } from '@envhold/contract/device-name.ts'
import type { Proof } from '@envhold/contract/step-up.ts'
import { Monitor, Smartphone } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Time } from '../../../ui/time.tsx'

const isHandheld = (userAgent: string) => /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent)

const signedInBy: Readonly<Record<Proof, string>> = {
  password: 'with the password',
  oidc: 'through the identity provider',
  totp: 'with the password and a code',
  'recovery-code': 'with the password and a recovery code',
  passkey: 'with a passkey',
}

export function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
  const { user_agent, ip_address, last_seen_at, created_at, current, signed_in_by } = session
  const name = deviceName(user_agent)
  const Icon = isHandheld(user_agent) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span title={user_agent} className="inline-block font-medium first-letter:uppercase">
            {name}
          </span>
          {current && <Badge tone="accent">This session</Badge>}
        </p>
        <p className="text-small text-ink-2">
          <span className="break-all">{ip_address}</span>
          {' · '}
          {current ? 'now' : <Time at={last_seen_at} />}
          {' · '}signed in <Time at={created_at} date /> {signedInBy[signed_in_by]}
        </p>
      </div>
      {!current && (
        <Button variant="ghost" aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionInfo,
} from '@envhold/contract/accounts/account-settings.ts'
import type { AuthMethod } from '@envhold/contract/accounts/step-up.ts'
import { deviceName } from '@envhold/contract/personal-tokens/device-name.ts'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { QueryView } from '../../../connection/query-view.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton, SkeletonRows, useLastCount } from '../../../ui/feedback/loading.tsx'
import { SettingSection } from '../../../ui/layout/setting-row.tsx'
import { Badge } from '../../../ui/text/badge.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { accountErrors } from '../account-errors.ts'
import { refetchSecurity } from '../security/security-queries.ts'

/** A session to end, or all others. */
type Ending = SessionInfo | 'others'

interface Props {
  /** Asks before one session ends, and says what it could read. */
  EndDialog?: ComponentType<
    ComponentProps<typeof CallDialog> & {
      readonly subject: { readonly session: string }
      readonly reader: string
    }
  >
  /** After the sessions: other ways in. */
  children?: ReactNode
}

export function SessionsSection({ EndDialog, children }: Props) {
  const { api, queries } = useConnection()
  const query = useQuery(sessionsQuery(api))
  const rows = useLastCount('sessions', query.data?.length, 1)
  const [ending, setEnding] = useState<Ending | null>(null)
  const end = async (which: Ending) => {
    try {
      if (which === 'others') await api.call(endOtherSessions, {})
      else await api.call(endSession, { params: { id: which.id } })
    } finally {
      await refetchSecurity(queries)
    }
  }
  const question = (which: Ending) => ({
    tone: 'warning' as const,
    ...questionOf(which),
    errors: accountErrors.endSession,
    onClose: () => setEnding(null),
    onConfirm: () => end(which),
  })
  return (
    <SettingSection id="sessions" title="Where you are signed in">
      <QueryView
        query={query}
        errors={accountErrors.loadSessions}
        loading={
          <SkeletonRows rows={rows} row="border-b py-3">
            <Skeleton className="h-10" />
          </SkeletonRows>
        }
      >
        {(sessions) => (
          <ul className="divide-y border-b">
            {thisFirst(sessions).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </QueryView>
      {children}
      {query.data && query.data.length > 1 && (
        <p className="pt-3">
          <Button variant="link" onClick={() => setEnding('others')}>
            Sign out all others
          </Button>
        </p>
      )}
      {ending &&
        (EndDialog && ending !== 'others' ? (
          <EndDialog {...question(ending)} subject={{ session: ending.id }} reader="this session" />
        ) : (
          <CallDialog {...question(ending)} />
        ))}
    </SettingSection>
  )
}

const thisFirst = (sessions: readonly SessionInfo[]) =>
  sessions.toSorted((left, right) => Number(right.current) - Number(left.current))

const questionOf = (ending: Ending) =>
  ending === 'others'
    ? {
        title: 'Sign out all others',
        description: 'All sessions except this one end immediately. Each device has to sign in again.',
        confirmText: 'Sign out all others',
      }
    : {
        title: 'Sign out session',
        description: `This signs out ${deviceName(ending.user_agent)} immediately and locks the vault there.`,
        confirmText: 'Sign out',
      }

const sessionsQuery = (api: Api) => readQuery(api, listSessions, {}, ({ sessions }) => sessions)

const isHandheld = (userAgent: string) => /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent)

const signedInBy: Readonly<Record<AuthMethod, string>> = {
  password: 'with the password',
  oidc: 'through the identity provider',
  totp: 'with the password and a code',
  'recovery-code': 'with the password and a recovery code',
  passkey: 'with a passkey',
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
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

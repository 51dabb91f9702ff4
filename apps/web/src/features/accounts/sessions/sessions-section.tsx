import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionInfo,
} from '@envhold/contract/account-settings.ts'
import { deviceName } from '@envhold/contract/device-name.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import type { Api } from '../../../connection/api/api.ts'
import { readQuery } from '../../../connection/api/read-query.ts'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { QueryView } from '../../../connection/query-view.tsx'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingSection } from '../../../ui/setting-row.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { accountErrors } from '../account-errors.ts'
import { SessionRow } from './session-row.tsx'

/** A session to end, or all others. */
type Ending = SessionInfo | 'others'

/** `children` show after the sessions: other ways in. */
export function SessionsSection({ children }: { children?: ReactNode }) {
  const { api, queries } = useConnection()
  const query = useQuery(sessionsQuery(api))
  const [ending, setEnding] = useState<Ending | null>(null)
  const end = async (which: Ending) => {
    try {
      if (which === 'others') await api.call(endOtherSessions, {})
      else await api.call(endSession, { params: { id: which.id } })
      toast.success(which === 'others' ? 'Signed out everywhere else' : 'Session signed out')
    } finally {
      await queries.invalidateQueries(sessionsQuery(api))
    }
  }
  return (
    <SettingSection id="sessions" title="Where you are signed in">
      <QueryView
        query={query}
        errors={accountErrors.loadSessions}
        loading={
          <div className="grid gap-2 py-3">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
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
      {ending && (
        <CallDialog
          tone="warning"
          {...questionOf(ending)}
          errors={accountErrors.endSession}
          onClose={() => setEnding(null)}
          onConfirm={() => end(ending)}
        />
      )}
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

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { QueryView } from '../../connection/query-view.tsx'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingSection } from '../../ui/layout/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { personalTokenErrors, personalTokensQuery } from './personal-token-queries.ts'
import { PersonalTokensTable } from './personal-tokens-table.tsx'

export function PersonalTokensSection() {
  const api = useApi()
  const query = useQuery(personalTokensQuery(api))
  const [creating, setCreating] = useState(false)
  const create = (
    <Button variant="secondary" onClick={() => setCreating(true)}>
      <Plus />
      Create token
    </Button>
  )
  return (
    <SettingSection
      id="tokens"
      title="Personal Access Tokens"
      description={
        <>
          For the command line and your own scripts. For the command line only, use the shortcut:{' '}
          <Link to="/cli-auth" className="text-accent underline underline-offset-4">
            CLI authentication
          </Link>
          .
        </>
      }
      action={query.data && query.data.length > 0 && create}
    >
      <QueryView
        query={query}
        errors={personalTokenErrors.loadPersonalTokens}
        loading={
          <div className="grid gap-2 py-3">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        }
      >
        {(tokens) =>
          tokens.length > 0 ? (
            <PersonalTokensTable tokens={tokens} />
          ) : (
            <EmptyState icon={KeyRound} title="No personal tokens yet" action={create}>
              A token acts for you within its permissions and reads your values without your master password.
            </EmptyState>
          )
        }
      </QueryView>
      <CreateTokenDialog open={creating} onOpenChange={setCreating} />
    </SettingSection>
  )
}

/** Command lines and scripts that act for the user, below the sessions. Nothing while there are none. */
export function TokensLine() {
  const { data: tokens = [] } = useQuery(personalTokensQuery(useApi()))
  const live = tokens.filter(({ is_expired }) => !is_expired)
  if (live.length === 0) return null
  const [lastUsed] = live
    .flatMap(({ last_used_at }) => last_used_at ?? [])
    .toSorted()
    .reverse()
  return (
    <div className="flex items-center gap-3 border-b py-3">
      <SquareTerminal className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">Command line and scripts</p>
        <p className="text-small text-ink-2">
          {live.length === 1 ? `Token “${live[0]?.token_name}”` : `${live.length} tokens`}
          {lastUsed && (
            <>
              {' · '}last used <Time at={lastUsed} />
            </>
          )}
        </p>
      </div>
      <a href="#tokens" className="px-3.5 font-medium text-ink-2 hover:text-ink">
        Manage
      </a>
    </div>
  )
}

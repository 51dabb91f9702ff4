import { useQuery } from '@tanstack/react-query'
import { SquareTerminal } from 'lucide-react'
import { useApi } from '../../connection/use-api.ts'
import { Time } from '../../ui/time.tsx'
import { personalTokensQuery } from './personal-token-queries.ts'

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

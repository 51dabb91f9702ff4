import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { QueryView } from '../../connection/query-view.tsx'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SettingSection } from '../../ui/setting-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { personalTokenErrors } from './personal-token-errors.ts'
import { personalTokensQuery } from './personal-token-queries.ts'
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

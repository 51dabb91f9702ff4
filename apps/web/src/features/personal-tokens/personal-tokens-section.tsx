import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { QueryView } from '../../connection/query-view.tsx'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton, SkeletonRows, useLastCount } from '../../ui/feedback/loading.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SettingSection } from '../../ui/layout/setting-row.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { copyFailed } from '../../ui/text/copy-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { PersonalTokensTable, personalTokenErrors, personalTokensQuery } from './personal-tokens-table.tsx'

export function PersonalTokensSection() {
  const api = useApi()
  const query = useQuery(personalTokensQuery(api))
  const rows = useLastCount('personal tokens', query.data?.length, 1)
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
          <SkeletonRows rows={rows} row="border-b py-2.5">
            <Skeleton className="h-5" />
          </SkeletonRows>
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
      <Link to="/account/tokens" className="px-3.5 font-medium text-ink-2 hover:text-ink">
        Manage
      </Link>
    </div>
  )
}

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The form, then the token, shown once. */
function CreateTokenDialog({ open, onOpenChange }: Props) {
  const [token, setToken] = useState<string | null>(null)
  const [isDirty, setDirty] = useState(false)
  const ask = useUnsaved(isDirty)
  const close = () => {
    setToken(null)
    onOpenChange(false)
  }
  // Also if the form was closed in the meantime, since the token is shown only once.
  const show = (made: string) => {
    setToken(made)
    onOpenChange(true)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : ask(close))}
      firm={token !== null}
      title={token ? 'Personal access token created' : 'Create personal access token'}
      description={
        token
          ? undefined
          : 'It acts for you within these permissions, on every project you can open. You see it once, when it is created.'
      }
    >
      {token ? (
        <ShownToken token={token} onDone={close} />
      ) : (
        <CreateTokenForm onCreated={show} onCancel={() => ask(close)} onDirty={setDirty} />
      )}
    </Dialog>
  )
}

function ShownToken({ token, onDone }: { token: string; onDone: () => void }) {
  useUnsaved(true, 'shown')
  return (
    <div className="grid gap-5">
      <Banner tone="warn">Copy it now: this token is shown only once and cannot be shown again.</Banner>
      <CodeBlock
        code={token}
        label="Copy token"
        onCopied={() => toast.success('Token copied to clipboard!')}
        onFailed={copyFailed('Failed to copy token')}
      />
      <DialogActions>
        <Button onClick={onDone}>I have saved it</Button>
      </DialogActions>
    </div>
  )
}

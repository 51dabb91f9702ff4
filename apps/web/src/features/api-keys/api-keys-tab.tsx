import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Changing, useChange } from '../../ui/feedback/blocked.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { environmentsQuery } from '../projects/project-queries.ts'
import { DeleteApiKeyDialog, EditApiKeyDialog } from './api-key-dialogs.tsx'
import { apiKeyErrors, apiKeysQuery, callsQuery } from './api-key-queries.ts'
import { ApiKeyTable } from './api-key-table.tsx'
import { ApiKeyUsageDialog } from './api-key-usage-dialog.tsx'
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx'
import { IntegrationExamplesCard } from './integration-examples-card.tsx'

type OpenDialog = { what: 'create' } | { what: 'edit' | 'delete' | 'usage'; apiKey: ApiKey }

export function ApiKeysTab({ project }: { project: Project }) {
  if (!may(project.user_role, 'own'))
    return (
      <EmptyState icon={ShieldCheck} title="API keys are for the project owner">
        {project.owner_username} owns this project. Contact {project.owner_username} if you need a key for a
        pipeline or a server.
      </EmptyState>
    )
  return <OwnedApiKeys project={project} />
}

function OwnedApiKeys({ project }: { project: Project }) {
  const api = useApi()
  const { data: keys, error, refetch, isFetching } = useQuery(apiKeysQuery(api, project.id))
  const { data: totals } = useQuery(callsQuery(api, project.id))
  /** A form opens with all that it lists: what comes later would push its other fields about. */
  const { data: environments = [], isFetched } = useQuery(environmentsQuery(api, project.id))
  const [opened, setOpened] = useState<OpenDialog>()
  const create = () => setOpened({ what: 'create' })
  const about = { project, environments, onClose: () => setOpened(undefined) }
  const change = useChange()
  useShortcut('n', () => change(create), { enabled: !opened })
  const createButton = (
    <Changing>
      <Button onClick={create}>
        <Plus />
        Create API Key
      </Button>
    </Changing>
  )

  return (
    <section aria-label="API Keys" className="mx-auto grid w-full max-w-240 min-w-0 gap-4">
      <h2 className="sr-only">API Keys</h2>
      {keys?.length !== 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="min-w-0 flex-1 basis-60 text-small text-ink-2">
            {keys && `${keys.length} key(s) total. `}
            Anyone who has a key reads its environments without your master password. Give it no more than it
            needs.
          </p>
          {createButton}
        </div>
      )}
      {!keys && error && (
        <ErrorState
          title={errorText(error, apiKeyErrors.loadApiKeys)}
          onRetry={() => refetch()}
          busy={isFetching}
        >
          Your keys keep working.
        </ErrorState>
      )}
      {keys?.length === 0 && (
        <EmptyState icon={KeyRound} title="No API keys yet" action={createButton}>
          With a key, a pipeline or a server fetches an environment in one call.
        </EmptyState>
      )}
      {keys?.length !== 0 && (keys || !error) && (
        <ApiKeyTable
          project={project}
          keys={keys}
          environments={environments}
          calls={totals?.calls}
          onUsage={(apiKey) => setOpened({ what: 'usage', apiKey })}
          onEdit={(apiKey) => setOpened({ what: 'edit', apiKey })}
          onDelete={(apiKey) => setOpened({ what: 'delete', apiKey })}
        />
      )}
      {/* Below a list whose length is not known yet it would be pushed about. */}
      {(keys || error) && (
        <IntegrationExamplesCard projectId={project.id} environments={environments} newest={keys?.[0]} />
      )}
      {opened?.what === 'create' && isFetched && <CreateApiKeyDialog {...about} />}
      {opened?.what === 'edit' && isFetched && <EditApiKeyDialog apiKey={opened.apiKey} {...about} />}
      {opened?.what === 'delete' && <DeleteApiKeyDialog apiKey={opened.apiKey} {...about} />}
      {opened?.what === 'usage' && <ApiKeyUsageDialog apiKey={opened.apiKey} {...about} />}
    </section>
  )
}

import type { ApiKey } from '@envhold/contract/api-keys.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../connection/api/error-text.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Changing, useChange } from '../../ui/feedback/blocked.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx'
import { useShortcut } from '../../ui/use-shortcut.ts'
import { environmentsQuery } from '../projects/project-queries.ts'
import { ApiKeyCard } from './api-key-card.tsx'
import { DeleteApiKeyDialog, EditApiKeyDialog } from './api-key-dialogs.tsx'
import { apiKeyErrors, apiKeysQuery, permissionsQuery } from './api-key-queries.ts'
import { ApiKeyUsageDialog } from './api-key-usage-dialog.tsx'
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx'
import { IntegrationExamples } from './integration-examples.tsx'

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
  const { data, isFetched } = useQuery(environmentsQuery(api, project.id))
  const environments = data ?? []
  const permissions = useQuery(permissionsQuery(api))
  /**
   * Whether a form has all that it lists: what comes later would push its other fields about. After a failure the form
   * asks again, which must not close it.
   */
  const isComplete = isFetched && permissions.isFetched
  const [opened, setOpened] = useState<OpenDialog>()
  const create = () => setOpened({ what: 'create' })
  const close = () => setOpened(undefined)
  const about = { project, environments, onClose: close }
  const change = useChange()
  useShortcut('n', () => change(create), { enabled: !opened })

  return (
    <section aria-label="API Keys" className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex items-baseline gap-3">
          <h2 className="font-semibold">API Keys</h2>
          {keys && <span className="text-small text-ink-3">{keys.length} key(s) total</span>}
        </div>
        <Changing>
          <Button onClick={create}>
            <Plus />
            Create API Key
          </Button>
        </Changing>
      </div>
      <Banner tone="info" title="Keep API keys secret">
        Anyone who has a key can read its environments without your master password. Keep it in your
        pipeline’s secret store, grant it no more than it needs, and delete it when it is no longer used.
      </Banner>
      {!keys && error && (
        <ErrorState
          title={errorText(error, apiKeyErrors.loadApiKeys)}
          onRetry={() => refetch()}
          busy={isFetching}
        >
          Your keys keep working.
        </ErrorState>
      )}
      {!keys && !error && (
        <div className="grid gap-3">
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
      )}
      {keys?.length === 0 && (
        <EmptyState icon={KeyRound} title="No API keys yet">
          With a key, a pipeline or a server fetches an environment in one call.
        </EmptyState>
      )}
      {keys && keys.length > 0 && (
        <ul className="grid gap-3">
          {keys.map((apiKey) => (
            <li key={apiKey.id}>
              <ApiKeyCard
                apiKey={apiKey}
                environments={environments}
                onUsage={() => setOpened({ what: 'usage', apiKey })}
                onEdit={() => setOpened({ what: 'edit', apiKey })}
                onDelete={() => setOpened({ what: 'delete', apiKey })}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Below a list whose length is not known yet it would be pushed about. */}
      {(keys || error) && (
        <IntegrationExamples projectId={project.id} environment={environments[0]?.name ?? 'production'} />
      )}
      {opened?.what === 'create' && isComplete && <CreateApiKeyDialog {...about} />}
      {opened?.what === 'edit' && isComplete && <EditApiKeyDialog apiKey={opened.apiKey} {...about} />}
      {opened?.what === 'delete' && <DeleteApiKeyDialog apiKey={opened.apiKey} {...about} />}
      {opened?.what === 'usage' && <ApiKeyUsageDialog apiKey={opened.apiKey} {...about} />}
    </section>
  )
}

import { returnEnvironments } from '@envhold/contract/collaborators/collaborators.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { notifyError } from '../../connection/api/notify-error.ts'
import { QueryView } from '../../connection/query-view.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SettingRow, SettingSection } from '../../ui/layout/setting-row.tsx'
import { projectErrors, projectsQuery } from '../projects/project-queries.ts'

/** Gives the owner of a shared project the keys back, after the owner started an empty vault. */
export function OwnerAccess() {
  const { api } = useConnection()
  const query = useQuery({
    ...projectsQuery(api),
    select: ({ projects }) => projects.filter(({ user_role }) => user_role !== 'owner'),
  })
  return (
    <div className="grid gap-6">
      <Banner tone="warn" title="Ask the owner first">
        Call them or ask in person. Anyone with access to the owner’s mailbox can start an empty vault in
        their name, and could then read the environments you return.
      </Banner>
      <SettingSection id="owner-access" title="Projects shared with you">
        <QueryView query={query} errors={projectErrors.loadProjects} loading={<Skeleton className="h-16" />}>
          {(shared) =>
            shared.length === 0 ? (
              <p className="py-3 text-ink-2">No project is shared with you.</p>
            ) : (
              shared.map(({ id, name, owner_username }) => (
                <ProjectRow key={id} id={id} name={name} owner={owner_username} />
              ))
            )
          }
        </QueryView>
      </SettingSection>
    </div>
  )
}

function ProjectRow({ id, name, owner }: { id: number; name: string; owner: string }) {
  const { api, withUnlockedVault } = useConnection()
  const give = useMutation({
    mutationFn: () =>
      withUnlockedVault(async () => {
        for (let returnedCount = 0; ; ) {
          const { returned, remaining } = await api.call(returnEnvironments, { params: { id } })
          returnedCount += returned
          if (remaining === 0 || returned === 0) return returnedCount
        }
      }),
    onSuccess: (count) =>
      toast.success(
        count > 0 ? `Gave ${owner} the keys back` : `${owner} already has every key that you can open`,
      ),
    onError: (error) => notifyError(error, { fallback: 'Failed to give the keys back' }),
  })
  return (
    <SettingRow
      id={`owner-access-${id}`}
      title={name}
      description={`Owned by ${owner}`}
      action={
        <Button variant="secondary" busy={give.isPending} onClick={() => give.mutate()}>
          Give keys back
        </Button>
      }
    />
  )
}

import type { Collaborator } from '@envhold/contract/collaborators.ts'
import type { Environment } from '@envhold/contract/environments.ts'
import type { Project } from '@envhold/contract/projects.ts'
import { may } from '@envhold/contract/roles.ts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { CollaboratorItem } from './collaborator-item.tsx'
import { findCollaborators, isLong } from './find-collaborators.ts'

interface Props {
  project: Project
  collaborators: readonly Collaborator[]
  environments: readonly Environment[]
  ownId: number | undefined
  onEdit: (collaborator: Collaborator) => void
  onRemove: (collaborator: Collaborator) => void
  onCancel: (collaborator: Collaborator) => void
}

export function CollaboratorList({ project, collaborators, environments, ownId, ...on }: Props) {
  const [search, setSearch] = useState('')
  const long = isLong(collaborators)
  const shown = long ? findCollaborators(collaborators, search) : collaborators
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold">
          Team Members <span className="font-normal text-ink-3">{collaborators.length || ''}</span>
        </h2>
        {long && (
          <SearchField label="Search people" value={search} onChange={setSearch} className="w-full sm:w-64" />
        )}
      </div>
      {collaborators.length === 0 ? (
        <EmptyState icon={Users} title="Nobody else yet">
          {may(project.user_role, 'own')
            ? 'Invite the people who work on this project. You choose their environments, and whether they can read or write.'
            : 'Only the owner and you share this project.'}
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          title={`Nobody matches “${search}”`}
          action={
            <Button variant="secondary" onClick={() => setSearch('')}>
              Clear search
            </Button>
          }
        >
          Usernames and e-mail addresses are searched.
        </EmptyState>
      ) : (
        <ul className="rounded-lg border bg-surface">
          {shown.map((collaborator) => (
            <CollaboratorItem
              key={collaborator.email}
              collaborator={collaborator}
              project={project}
              environments={environments}
              isYou={collaborator.user_id !== null && collaborator.user_id === ownId}
              onEdit={() => on.onEdit(collaborator)}
              onRemove={() => on.onRemove(collaborator)}
              onCancel={() => on.onCancel(collaborator)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

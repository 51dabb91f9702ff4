import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'

/** A project without environments, or of which none is shared with the user. */
export function NoEnvironment({ project }: { project: Project }) {
  return (
    <div className="px-(--gutter) py-4">
      <EmptyState
        icon={Layers}
        title="Select an environment to view variables"
        action={
          <Button variant="secondary" asChild>
            <Link
              to="/project/$id"
              params={{ id: String(project.id) }}
              search={{ tab: 'environments' }}
              replace
            >
              Go to Environments
            </Link>
          </Button>
        }
      >
        {may(project.user_role, 'own')
          ? 'This project has no environments yet. Create the first one under Environments.'
          : 'No environment of this project is shared with you yet.'}
      </EmptyState>
    </div>
  )
}

import { FolderKey, Plus, Users } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Tooltip } from '../../ui/dialogs/tooltip.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'

interface Props {
  /** Why no project can be created. */
  createBlocked: string | undefined
  onCreate: () => void
}

export const NoOwnedProjects = ({ createBlocked, onCreate }: Props) => (
  <EmptyState
    icon={FolderKey}
    title="No owned projects yet"
    action={
      <Tooltip text={createBlocked} blocks>
        <Button variant="secondary" onClick={onCreate}>
          <Plus />
          Create your first project
        </Button>
      </Tooltip>
    }
  >
    A project holds the environments of one application, such as staging and production. Each environment
    holds its variables.
  </EmptyState>
)

export const NoSharedProjects = () => (
  <EmptyState icon={Users} title="No shared projects">
    Projects that others share with you appear here after you accept their invitation.
  </EmptyState>
)

export const ProjectsFailed = ({
  text,
  onRetry,
  busy,
}: {
  text: string
  onRetry: () => void
  busy: boolean
}) => (
  <ErrorState title={text} onRetry={onRetry} busy={busy}>
    Your stored data is safe.
  </ErrorState>
)

import type { Project } from '@envhold/contract/projects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** What became of a project that was open. */
export const unavailableProjectText = ({ name, user_role, owner_username }: Project): string =>
  user_role === 'owner'
    ? `${name} was deleted while you had it open.`
    : `${owner_username} deleted ${name}, or no longer shares it with you.`

/** A project that does not exist, or that was deleted or revoked while it was open. */
export function ProjectNotFound({ lastKnown }: { lastKnown?: Project | undefined }) {
  const queries = useQueryClient()
  // Cached lists still contain this project.
  useEffect(() => {
    if (lastKnown) void queries.invalidateQueries({ queryKey: ['projects'] })
  }, [queries, lastKnown])
  return (
    <EmptyState
      title={lastKnown ? 'You no longer have access to this project' : 'Project not found'}
      action={
        <Button asChild variant="secondary">
          <Link to="/dashboard">Back to Dashboard</Link>
        </Button>
      }
    >
      {!lastKnown
        ? 'It was deleted, or it is not shared with you.'
        : lastKnown.user_role === 'owner'
          ? unavailableProjectText(lastKnown)
          : `${unavailableProjectText(lastKnown)} Ask ${lastKnown.owner_username} if you still need it.`}
    </EmptyState>
  )
}

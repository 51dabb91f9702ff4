import type { Project } from '@envhold/contract/projects.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** A project that is not there, or is no longer there for whoever had it open a moment ago. */
export function ProjectMissing({ lost }: { lost?: Project | undefined }) {
  const queries = useQueryClient()
  // What lists projects elsewhere still lists this one.
  useEffect(() => {
    if (lost) void queries.invalidateQueries({ queryKey: ['projects'] })
  }, [queries, lost])
  return (
    <EmptyState
      title={lost ? 'You no longer have access to this project' : 'Project not found'}
      action={
        <Button asChild variant="secondary">
          <Link to="/dashboard">Back to Dashboard</Link>
        </Button>
      }
    >
      {!lost
        ? 'It was deleted, or it is not shared with you.'
        : lost.user_role === 'owner'
          ? `${lost.name} was deleted while you had it open.`
          : `${lost.owner_username} deleted ${lost.name}, or no longer shares it with you. Ask ${lost.owner_username} if you still need it.`}
    </EmptyState>
  )
}

import type { Project } from '@envhold/contract/projects/projects.ts'
import type { DbContext } from '../../../context.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { findAccountPhase } from '../../plans/account-phase-store.ts'
import type { ProjectAccess } from '../../projects/project-access.ts'
import { findUser } from '../../users/user-store.ts'
import { evaluate } from './evaluate.ts'
import { excessOf } from './excess.ts'
import { loadAccount } from './phase-account.ts'

/**
 * What the end of the owner's grace period does to a project, or to the viewer's access to it; undefined outside one.
 * @param isReadOnly the owner has too many projects, although no sweep may have noticed yet
 */
export async function readGraceOutcome(
  ctx: DbContext<'secrets' | 'clock'>,
  { project }: Pick<ProjectAccess, 'project'>,
  { viewerId, isReadOnly }: { readonly viewerId: number; readonly isReadOnly: boolean },
): Promise<Project['grace']> {
  if (!isReadOnly && (await findAccountPhase(ctx, project.owner_id))?.phase !== 'grace') return undefined
  const loaded = await loadAccount(ctx, project.owner_id)
  const { next } = loaded ? evaluate(loaded.facts, ctx.clock(), { destructive: false }) : { next: undefined }
  if (!next?.grace || next.suspendedAt !== null) return undefined
  const { projects, people } = excessOf(next, next.grace)
  const end = wireTime(next.grace.end)
  if (projects.some(({ id }) => id === project.id)) return { end, outcome: 'archived' }
  const viewer = await findUser(ctx, viewerId)
  const isPaused = people.some(({ email }) => email === viewer?.email_canonical)
  return { end, outcome: isPaused ? 'access_paused' : 'unchanged' }
}

import type { Project } from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import type { UserCaller } from '../../http/caller.ts'
import { listAccess } from './project-access.ts'
import { projectViews } from './project-view.ts'

/** The projects that the caller owns or shares, newest first. */
export const listProjects = async (
  ctx: Pick<Context, 'db' | 'secrets' | 'clock'>,
  { userId }: UserCaller,
): Promise<Project[]> => projectViews(ctx, await listAccess(ctx, userId))

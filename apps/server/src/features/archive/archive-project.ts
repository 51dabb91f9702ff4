import type { archiveProject as endpoint } from '@envhold/contract/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { archiveByOwner } from './archive-by-owner.ts'

const notFound = () => new AppError('NOT_FOUND', { message: 'Project not found' })

/** Archives one of the caller's own projects. To everyone else, collaborators included, it does not exist. */
export async function archiveOwnProject(
  ctx: Context,
  { caller, params, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  const [archived] = await archiveByOwner(ctx, actedBy(caller, origin), ({ live }) => {
    const project = live.find(({ id }) => id === params.id)
    if (!project) throw notFound()
    return [project]
  })
  if (!archived) throw notFound()
  return { archived }
}

import type { updateProject as endpoint, Project } from '@envhold/contract/projects.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/route.ts'
import { actedBy } from '../audit-log/acted-by.ts'
import { transact } from '../audit-log/tx.ts'
import { requireProject } from './project-access.ts'
import { changeProject } from './project-store.ts'
import { projectView } from './project-view.ts'

export function updateProject(
  ctx: Context,
  { caller, params, body, origin }: Call<typeof endpoint>,
): Promise<Project> {
  return transact(ctx, actedBy(caller, origin), async (tx) => {
    await requireProject(tx, caller, params.id, 'manage')
    const description = body.description === undefined ? undefined : body.description?.trim() || null
    await changeProject(tx, params.id, { name: body.name, description })
    const access = await requireProject(tx, caller, params.id, 'read')
    const { project } = access
    const view = await projectView(tx, access)
    tx.record({
      type: 'project_updated',
      severity: 'low',
      description: `Changed the project "${project.name}"`,
      projectId: project.id,
    })
    return view
  })
}

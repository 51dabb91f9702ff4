import type { Within } from '../../../context.ts'
import type { EnvironmentRow } from '../../environments/environment-store.ts'
import { listMemberships, sharedIn } from '../../projects/membership-store.ts'
import { findProjectOfUser, sharingStatuses } from '../../projects/shared-project-store.ts'
import { findUser, type User } from '../../users/user-store.ts'

export interface Recipients {
  readonly project: { readonly id: number; readonly name: string }
  readonly ownerId: number
  /** The owner and all collaborators who see the environment, unless their accounts are not active. */
  readonly people: ReadonlyMap<number, User>
}

const nobody = 0

/** Who can be reminded of an environment; undefined if its project is deleted, or its owner's account. */
export async function listRecipients(
  tx: Within<'secrets'>,
  { id, project_id }: EnvironmentRow,
): Promise<Recipients | undefined> {
  const project = (await findProjectOfUser(tx, project_id, nobody))?.project
  const owner = project && (await findUser(tx, project.owner_id))
  if (!project || !sharingStatuses.some((status) => status === owner?.status)) return undefined
  const seeing = (await listMemberships(tx, project.id)).filter(
    (membership) => membership.held_at === null && sharedIn(membership).includes(id),
  )
  const people = new Map<number, User>()
  for (const userId of [project.owner_id, ...seeing.map(({ user_id }) => user_id)]) {
    const user = await findUser(tx, userId)
    if (user?.status === 'ACTIVE') people.set(userId, user)
  }
  return { project, ownerId: project.owner_id, people }
}

import type { Context } from '../../context.ts'
import type { WithTrx } from '../../db/transaction.ts'
import type { TemplateValues } from '../../mail/every-template.ts'
import { queueJoinedMails, queueMail } from '../../mail/queue-mail.ts'
import { boundNames, joinProjects } from '../../mail/wording.ts'
import type { User } from '../users/user-store.ts'
import {
  type CollaboratorOfOwner,
  hasAccess,
  listCollaboratorsOfOwner,
} from './collaborators-of-owner-store.ts'

type Owner = Pick<User, 'id' | 'username' | 'email'>

/** The mails about projects of one owner. */
type SharedTemplate =
  | 'sharedAccessRetained'
  | 'sharedProjectsArchived'
  | 'sharedArchiveReminder'
  | 'sharedProjectsDeleted'
  | 'sharedOwnerDeleted'
  | 'sharedOwnerReminder'
  | 'sharedOwnerSuspended'
  | 'sharedAccessRestored'
/** These name what is archived, and apart from it the projects to which the reader's access is paused. */
type LossTemplate = 'sharedAccessEnding' | 'sharedAccessEnded'

type Filled = 'owner' | 'ownerEmail' | 'projects' | 'moreProjects' | 'paused' | 'morePaused'
type Extra<Key extends SharedTemplate | LossTemplate> = Omit<TemplateValues<Key>, Filled>

/** Queues one mail for each person, which names all of these projects that the person shares. */
export async function mailCollaborators<Key extends SharedTemplate>(
  tx: WithTrx<Context>,
  owner: Owner,
  collaborators: readonly CollaboratorOfOwner[],
  ...[key, extra]: readonly [Key, Extra<Key>]
): Promise<void> {
  for (const [first, ...others] of Map.groupBy(collaborators, ({ userId }) => userId).values()) {
    if (!first) continue
    const { names: projects, more: moreProjects } = namesOf([first, ...others])
    const variables = { ...ownerNames(owner), projects, moreProjects, ...extra }
    await queueMail(tx, key, { to: first.email, variables: variables as unknown as TemplateValues<Key> })
  }
}

/**
 * {@link mailCollaborators}, for what a plan takes away.
 * @returns the ids of those who were mailed
 */
export async function mailLosses<Key extends LossTemplate>(
  tx: WithTrx<Context>,
  owner: Owner,
  {
    archived,
    paused,
  }: { readonly archived: readonly CollaboratorOfOwner[]; readonly paused: readonly CollaboratorOfOwner[] },
  ...[key, extra]: readonly [Key, Extra<Key>]
): Promise<readonly number[]> {
  const losses = Map.groupBy([...archived, ...paused], ({ userId }) => userId)
  for (const [first, ...others] of losses.values()) {
    if (!first) continue
    const own = [first, ...others]
    const ended = namesOf(own.filter((collaborator) => archived.includes(collaborator)))
    const rests = namesOf(own.filter((collaborator) => paused.includes(collaborator)))
    const variables = {
      ...ownerNames(owner),
      projects: ended.names,
      moreProjects: ended.more,
      paused: rests.names,
      morePaused: rests.more,
      ...extra,
    }
    await queueMail(tx, key, { to: first.email, variables: variables as unknown as TemplateValues<Key> })
  }
  return [...losses.keys()]
}

/** Queues the mails about projects that are deleted, perhaps one after the other: one for some minutes. */
export async function mailDeletion(
  tx: WithTrx<Context>,
  owner: Owner,
  collaborators: readonly CollaboratorOfOwner[],
): Promise<void> {
  const mails = [...Map.groupBy(collaborators, ({ email }) => email)].map(([to, own]) => {
    const { names: projects, more: moreProjects } = namesOf(own)
    return { to, variables: { ...ownerNames(owner), projects, moreProjects } }
  })
  await queueJoinedMails(tx, 'sharedProjectsDeleted', mails, (waiting, added) =>
    waiting.ownerEmail === added.ownerEmail ? { ...added, ...joinProjects(waiting, added) } : undefined,
  )
}

const namesOf = (collaborators: readonly CollaboratorOfOwner[]) =>
  boundNames(collaborators.map(({ project }) => project))

const ownerNames = ({ username, email }: Owner) => ({ owner: username, ownerEmail: email })

/** Mails everyone who has access to a live project of an owner. */
export async function mailEveryoneWithAccess<Key extends SharedTemplate>(
  tx: WithTrx<Context>,
  owner: Owner,
  ...mail: readonly [Key, Extra<Key>]
): Promise<void> {
  const collaborators = await listCollaboratorsOfOwner(tx, owner.id)
  await mailCollaborators(tx, owner, collaborators.filter(hasAccess), ...mail)
}

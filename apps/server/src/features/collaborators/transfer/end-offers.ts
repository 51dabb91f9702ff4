/** Ends offers of projects that cannot be accepted any longer. */
import { type Tx, unnamedActor } from '../../audit-log/tx.ts'
import type { Membership } from '../../projects/membership-store.ts'
import type { OwnedProject } from '../../projects/project-store.ts'
import { findProjectOfUser } from '../../projects/shared-project-store.ts'
import type { User } from '../../users/user-store.ts'
import { endTransfer, type TransferEnd } from './start-transfer.ts'
import { isToCollaborator, type Transfer, transferRows } from './transfer-store.ts'

/** The project of a transfer whose people are mailed: it is live, and one of them owns it and the other shares it. */
export async function findProjectToMail(tx: Tx, transfer: Transfer): Promise<OwnedProject | undefined> {
  if (!(await isToCollaborator(tx, transfer))) return undefined
  return (await findProjectOfUser(tx, transfer.project_id, transfer.from_id))?.project
}

/** Ends a transfer, whether or not anyone is to be mailed. */
export async function endOffer(tx: Tx, transfer: Transfer, end: TransferEnd): Promise<void> {
  const project = await findProjectToMail(tx, transfer)
  if (project) await endTransfer(tx, transfer, project, end)
  else await transferRows.remove(tx, { project_id: transfer.project_id })
}

/** Ends the offer of a project to a collaborator who loses access. The owner is locked. */
export async function endOfferTo(
  tx: Tx,
  { project_id, user_id }: Pick<Membership, 'project_id' | 'user_id'>,
  why: string,
): Promise<void> {
  const transfer = await transferRows.find(tx, { project_id, to_id: user_id })
  if (transfer) await endOffer(tx, transfer, because(why))
}

/** Ends every offer from and to an account that is deleted. The account is locked. */
export async function endOffersOf(tx: Tx, { id, username }: Pick<User, 'id' | 'username'>): Promise<void> {
  const transfers = await transferRows.list(tx, (is) => is.or([is('from_id', '=', id), is('to_id', '=', id)]))
  const end = {
    ...because(`The account of ${username} was deleted.`),
    // An operator deletes it, or a job of one.
    ...(tx.actor.userId !== id && { actor: unnamedActor }),
  }
  for (const transfer of transfers) await endOffer(tx, transfer, end)
}

/** Ends every offer to an account that loses its keys. The account is locked. */
export async function endOffersTo(tx: Tx, { id, username }: Pick<User, 'id' | 'username'>): Promise<void> {
  const end = because(lacksEnvironments(username))
  for (const transfer of await transferRows.list(tx, { to_id: id })) await endOffer(tx, transfer, end)
}

/** Why a person cannot accept, as both people read it. */
export const lacksEnvironments = (username: string) =>
  `${username} no longer has access to every environment.`

const because = (why: string): TransferEnd => ({
  why,
  description: (name) => `The transfer of the project "${name}" ended: ${why}`,
})

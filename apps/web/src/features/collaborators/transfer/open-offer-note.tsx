import type { Project } from '@envhold/contract/projects/projects.ts'
import { readProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { useRead } from '../../../connection/use-read.ts'

/** Says that the offer to become the owner ends with the access of this person. */
export function OpenOfferNote({ project, userId }: { project: Project; userId: number }) {
  const { data } = useRead(readProjectTransfer, { params: { id: project.id } })
  if (data?.transfer?.to.user_id !== userId) return null
  return <p>The offer to become the owner of this project ends, too.</p>
}

import type { LastChange } from '@envhold/contract/environments/environments.ts'
import { Time } from '../../ui/text/time.tsx'

interface Props {
  change: LastChange
  short?: boolean
  /** Shows the author too, in an element with this class. On hover, the author is always there. */
  authorClass?: string
}

/** When variables changed last and by whom, or 'never'. */
export function ChangeTime({ change, short, authorClass }: Props) {
  if (!change) return 'never'
  const { username } = change.author
  return (
    <>
      <Time at={change.at} {...(short && { short })} {...(username !== null && { by: username })} />
      {username !== null && authorClass !== undefined && <span className={authorClass}> by {username}</span>}
    </>
  )
}

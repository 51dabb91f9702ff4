import type { OfferedProject } from '@envhold/contract/collaborators/invitations.ts'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { formatDay } from '../../../ui/text/format.ts'

/** The first project that is offered, and how many others are. Its page has what accepts and declines. */
export function OfferedBanners({ offered }: { offered: readonly OfferedProject[] }) {
  const [first] = offered
  if (!first) return null
  const others = offered.length - 1
  return (
    <Banner
      title={`You can become the owner of ${first.project_name}`}
      action={
        <Button variant="secondary" size="sm" asChild>
          <Link to="/project/$id" params={{ id: String(first.project_id) }} search={{ tab: 'collaborators' }}>
            View offer
          </Link>
        </Button>
      }
    >
      {first.from_username} owns it. Accept or decline by {formatDay(first.expires_at)}.
      {others > 0 &&
        ` ${others === 1 ? 'Another project is' : `${others} other projects are`} offered to you.`}
    </Banner>
  )
}

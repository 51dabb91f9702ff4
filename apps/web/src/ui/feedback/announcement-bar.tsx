import { Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cn } from '../class-names.ts'

/** About what two lines of a phone hold. */
const shortLength = 60
export const isLongAnnouncement = (text: string): boolean => [...text].length > shortLength

interface Props {
  readonly id: string
  /** Plain text: nothing in it becomes a link. */
  readonly text: string
  readonly level: string
  /** 'yes': a phone shows two lines and More. These two are texts because public pages have slots in their place. */
  readonly long: string
  readonly more: ReactNode
  readonly dismiss: ReactNode
  /** As wide as the page around it. */
  readonly className?: string | undefined
}

/** A line from the operators, across the page. */
export const AnnouncementBar = ({ id, text, level, long, more, dismiss, className }: Props) => (
  <aside
    aria-label="Announcement"
    data-announcement={id}
    data-level={level}
    data-long={long}
    className="group/bar border-b bg-accent-soft data-[level=warning]:bg-warn-soft"
  >
    <div className={cn('mx-auto flex max-w-content items-start gap-2.5 px-4 py-1 sm:px-6', className)}>
      <Info
        aria-hidden="true"
        className="mt-2 size-4 shrink-0 text-accent group-data-[level=warning]/bar:hidden"
      />
      <TriangleAlert
        aria-hidden="true"
        className="mt-2 hidden size-4 shrink-0 text-warn group-data-[level=warning]/bar:block"
      />
      <p className="my-1.5 min-w-0 flex-1 [overflow-wrap:anywhere] max-sm:group-data-[long=yes]/bar:line-clamp-2">
        <span className="sr-only group-data-[level=info]/bar:hidden">Warning: </span>
        {text}
      </p>
      {more}
      {dismiss}
    </div>
  </aside>
)

/** Shown on phones, while a long text is cut. */
export const MoreButton = (props: {
  readonly onClick?: () => void
  readonly 'data-announcement-more'?: ''
}) => (
  <Button
    variant="link"
    size="sm"
    className="mt-2 hidden shrink-0 max-sm:group-data-[long=yes]/bar:inline-flex"
    {...props}
  >
    More
  </Button>
)

export const DismissButton = (props: {
  readonly onClick?: () => void
  readonly 'data-announcement-dismiss'?: ''
}) => (
  <Button variant="ghost" size="icon" aria-label="Dismiss the announcement" className="shrink-0" {...props}>
    <X />
  </Button>
)

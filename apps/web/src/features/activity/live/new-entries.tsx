import { ArrowUp } from 'lucide-react'

interface Props {
  count: number
  /** The count is a lower bound. */
  isMore: boolean
  onShow: () => void
}

/** Counts new entries that are not inserted, so that what is being read does not move. */
export function NewEntries({ count, isMore, onShow }: Props) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-header z-20 flex h-0 justify-center overflow-visible"
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="pointer-events-auto mt-2 inline-flex h-8 animate-appear items-center gap-1.5 rounded-full bg-accent-fill px-3.5 text-small font-medium text-on-accent shadow-high transition-colors hover:bg-accent-fill-hover [&_svg]:size-4"
        >
          <ArrowUp aria-hidden="true" />
          {isMore ? `${count}+` : count} new {count === 1 && !isMore ? 'entry' : 'entries'}
        </button>
      )}
    </div>
  )
}

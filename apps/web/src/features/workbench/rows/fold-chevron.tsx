import { ChevronRight } from 'lucide-react'
import { cn } from '../../../ui/class-names.ts'

/** The tooltip of a button that folds the keys of a prefix. */
export const foldTitle = (isFolded: boolean): string =>
  `${isFolded ? 'Unfold' : 'Fold'}; all of them with Alt`

export const FoldChevron = ({ isFolded }: { isFolded: boolean }) => (
  <ChevronRight
    aria-hidden="true"
    className={cn('size-4 shrink-0 text-ink-3 transition-transform', !isFolded && 'rotate-90')}
  />
)

import { cn } from '../../../ui/class-names.ts'
import { GridCell } from '../../../ui/lists/grid.tsx'
import type { ComparisonSummary } from '../comparison/comparison.ts'
import { comparisonText } from '../comparison/comparison.ts'
import { ComparisonIcon } from '../comparison/comparison-icon.tsx'

interface Props {
  sign: ComparisonSummary | undefined
  tabIndex?: number
  /** Lists all environments; without it, the sign is no button. */
  onOpen?: (anchor: HTMLElement) => void
}

const style = 'flex max-w-full min-w-0 items-center gap-2'

/** How a variable stands in the other environments. Amber is for the one thing to act on. */
export function OtherEnvironmentsCell({ sign, tabIndex, onOpen }: Props) {
  const isWarning = sign?.kind === 'same-secret'
  const content = sign && (
    <>
      <ComparisonIcon kind={sign.kind} />
      <span className="truncate">{comparisonText(sign)}</span>
    </>
  )
  return (
    <GridCell
      data-warning={isWarning ? '' : undefined}
      className={cn('cell-elsewhere', isWarning ? 'font-medium text-warn' : 'text-ink-3')}
    >
      {onOpen && sign ? (
        <button
          type="button"
          aria-haspopup="dialog"
          tabIndex={tabIndex}
          data-native-keys=""
          title="Show all environments"
          onClick={({ currentTarget }) => onOpen(currentTarget)}
          className={cn(style, 'h-7 rounded-md hover:underline max-md:h-5')}
        >
          {content}
        </button>
      ) : (
        <span className={style}>{content}</span>
      )}
    </GridCell>
  )
}

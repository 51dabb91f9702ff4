import { cn } from '../class-names.ts'
import { CopyButton } from './copy-button.tsx'

interface Props {
  code: string
  label?: string
  onCopied?: () => void
  onFailed?: (error: unknown) => void
  /** Long lines are wrapped instead of scrolled. */
  wraps?: boolean
  className?: string
}

const preStyles = 'min-w-0 flex-1 overflow-x-auto px-4 py-2.5 font-mono text-small'

export const CodeBlock = ({ code, label = 'Copy', wraps = false, className, ...told }: Props) => (
  <div className={cn('flex min-w-0 items-start rounded-md border bg-sunken', className)}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <pre tabIndex={0} className={cn(preStyles, wraps && 'px-3 break-all whitespace-pre-wrap')}>
      <code>{code}</code>
    </pre>
    <CopyButton text={code} label={label} className="m-1 shrink-0" {...told} />
  </div>
)

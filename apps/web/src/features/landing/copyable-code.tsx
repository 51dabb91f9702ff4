import { Check, Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** A block of code whose button works without React: the entry of public pages copies. */
export function CopyableCode({ code }: { code: string }) {
  return (
    <div className="flex min-w-0 items-start rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto px-4 py-2.5 font-mono text-small">
        <code>{code}</code>
      </pre>
      <Button
        variant="ghost"
        size="icon"
        data-copy=""
        aria-label="Copy"
        title="Copy"
        className="group m-1 shrink-0"
      >
        <Copy className="group-data-copied:hidden" />
        <Check className="hidden text-good group-data-copied:block" />
        <span role="status" className="sr-only" />
      </Button>
    </div>
  )
}

import { CopyButton } from '../../../ui/text/copy-button.tsx'

/** An id, e-mail address or the like, with a button that copies it. */
export function CopyableId({ id, label }: { id: string | number; label: string }) {
  const text = String(id)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="min-w-0 font-mono text-small break-all">{text}</span>
      <CopyButton text={text} label={`Copy ${label}`} className="-my-1.5" />
    </span>
  )
}

import { Check, Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.ts'

interface Props {
  /** What is copied, or how to get it; copying never shows it. */
  text: string | (() => string | Promise<string>)
  label?: string
  /** With words beside the sign. */
  labelled?: boolean
  onCopied?: () => void
  /** Copying was refused; without it nothing is said. */
  onFailed?: (error: unknown) => void
  className?: string
}

export function CopyButton({ text, label = 'Copy', labelled, onCopied, onFailed, className = '' }: Props) {
  const { copied, copy } = useCopy()
  const press = async () => {
    try {
      await copy(typeof text === 'string' ? text : await text())
      onCopied?.()
    } catch (error) {
      onFailed?.(error)
    }
  }
  const icon = copied ? <Check className="text-good" /> : <Copy />
  const announced = (
    <span role="status" className="sr-only">
      {copied && 'Copied'}
    </span>
  )
  if (labelled)
    return (
      <Button variant="secondary" onClick={press} className={className}>
        {icon}
        {copied ? 'Copied' : label}
        {announced}
      </Button>
    )
  return (
    <IconButton label={copied ? 'Copied' : label} onClick={press} className={className}>
      {icon}
      {announced}
    </IconButton>
  )
}

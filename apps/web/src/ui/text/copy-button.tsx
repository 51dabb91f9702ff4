import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { copyFailed } from '../feedback/copy-failed.ts'
import { IconButton } from '../icon-button.tsx'
import { copyText } from './copy-text.ts'

interface Props {
  /** The text to copy, or a function that gets it; it is never shown. */
  text: string | (() => string | Promise<string>)
  label?: string
  /** Shows the label beside the icon. */
  labelled?: boolean
  onCopied?: () => void
  /** Called if copying failed; without it, a toast says why. */
  onFailed?: (error: unknown) => void
  className?: string
}

export function CopyButton({
  text,
  label = 'Copy',
  labelled,
  onCopied,
  onFailed = copyFailed(),
  className = '',
}: Props) {
  const { copied, copy } = useCopy()
  const press = async () => {
    try {
      await copy(typeof text === 'string' ? text : await text())
      onCopied?.()
    } catch (error) {
      onFailed(error)
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

const shownFor = 2_000

/** Copies text, and is true for two seconds afterwards. */
function useCopy() {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownFor)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    await copyText(text)
    setCopied(true)
  }
  return { copied, copy }
}

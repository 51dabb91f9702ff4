import { Check, Copy, Download, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'
import { toast } from '../feedback/toast.ts'
import { IconButton } from '../icon-button.tsx'
import { CopyError, copyText } from './copy-text.ts'
import { saveFile } from './save-file.ts'

interface Props {
  /** The text to copy, or a function that gets it; it is never shown. */
  text: string | (() => string | Promise<string>)
  label?: string
  /** Shows the label beside the icon. */
  labelled?: boolean
  /** With a label: it is the main action, and has the focus. */
  main?: boolean
  onCopied?: () => void
  /** Called if copying failed; without it, a toast says why. */
  onFailed?: (error: unknown) => void
  className?: string
}

export function CopyButton({
  text,
  label = 'Copy',
  labelled,
  main = false,
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
  const icon = copied ? <Check className={main ? '' : 'text-good'} /> : <Copy />
  const announced = (
    <span role="status" className="sr-only">
      {copied && 'Copied'}
    </span>
  )
  if (labelled)
    return (
      <Button variant={main ? 'primary' : 'secondary'} autoFocus={main} onClick={press} className={className}>
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

interface SaveButtonsProps {
  /** The secret alone, to copy. */
  secret: string
  /** Characters that file names cannot have are replaced. */
  fileName: string
  /** The text of the file. */
  text: string
}

/** What is shown only once can be printed, saved to a file or copied. */
export const SaveButtons = ({ secret, fileName, text }: SaveButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button variant="secondary" onClick={() => window.print()}>
      <Printer />
      Print
    </Button>
    <Button variant="secondary" onClick={() => saveFile(fileName.replaceAll(/[^A-Za-z0-9._-]/g, '_'), text)}>
      <Download />
      Download
    </Button>
    <CopyButton labelled text={secret} />
  </div>
)

/** @returns a function that shows that copying failed, and why */
export const copyFailed =
  (title = 'Failed to copy') =>
  (error: unknown) =>
    toast.error(title, error instanceof CopyError ? { description: error.message } : {})

import { FileDown } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useFileDrop } from '../../../ui/forms/use-file-drop.ts'
import { insideOverlay } from '../../../ui/use-shortcut.ts'
import { type ImportSource, looksLikeDotenv } from './import-preview.ts'
import { readSource } from './source-fields.tsx'

interface Props {
  /** False while a dialog is open, and for readers. */
  enabled: boolean
  environment: string
  onSource: (source: ImportSource) => void
  children: ReactNode
}

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select')

/** Imports a `.env` text that is pasted or dropped anywhere on its children. */
export function ImportCatcher({ enabled, environment, onSource, children }: Props) {
  const drop = useFileDrop((file) => void readSource(file, onSource), {
    accepts: ({ dataTransfer: { types } }) =>
      enabled && (types.includes('Files') || types.includes('text/plain')),
    onText: (text) => looksLikeDotenv(text) && onSource({ text }),
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // A dialog that another part of the page has opened has its own fields.
    if (insideOverlay()) return
    const text = event.clipboardData?.getData('text') ?? ''
    // A single line pasted into a field is meant for the field; a whole file is not.
    if (!looksLikeDotenv(text) || (typesText(event.target) && !text.trim().includes('\n'))) return
    event.preventDefault()
    onSource({ text })
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [enabled])

  return (
    <section
      aria-label={`Variables of ${environment}`}
      className="relative grid min-w-0 grid-cols-1"
      {...drop.events}
    >
      {children}
      {drop.isOver && (
        <div className="pointer-events-none absolute inset-1 z-20 grid animate-appear place-items-start justify-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90 pt-24">
          <p className="flex items-center gap-2.5 font-semibold text-accent">
            <FileDown className="size-5" aria-hidden="true" />
            Drop the file to preview its changes to {environment}
          </p>
        </div>
      )}
    </section>
  )
}

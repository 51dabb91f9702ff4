import { FileDown } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'

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
  const [over, setOver] = useState(false)
  const paste = useEffectEvent((event: ClipboardEvent) => {
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

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    const text = event.dataTransfer.getData('text')
    if (file) void readSource(file, onSource)
    else if (looksLikeDotenv(text)) onSource({ text })
  }
  const accepts = ({ dataTransfer }: DragEvent) =>
    enabled && (dataTransfer.types.includes('Files') || dataTransfer.types.includes('text/plain'))

  return (
    <section
      aria-label={`Variables of ${environment}`}
      className="relative grid min-w-0 grid-cols-1"
      onDragEnter={(event) => accepts(event) && setOver(true)}
      onDragOver={(event) => accepts(event) && event.preventDefault()}
      onDragLeave={(event) => {
        const into = event.relatedTarget
        if (!(into instanceof Node && event.currentTarget.contains(into))) setOver(false)
      }}
      onDrop={(event) => accepts(event) && drop(event)}
    >
      {children}
      {over && (
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

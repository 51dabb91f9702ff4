import type { Answer, CallOptions } from '@envhold/client/client.ts'
import { type ReactNode, useState } from 'react'
import { type ErrorTexts, errorText } from '../../connection/api/error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/text/save-file.ts'
import { contentTypeOf, type ExportFormat, FormatMenu, fileNameOf } from './format-menu.tsx'

/** An export takes longer than other calls. */
const exportOptions = { timeoutMs: 5 * 60_000 }

interface Props {
  /** The file name if the server gives none. */
  name: string
  ask: (format: ExportFormat, options: CallOptions) => Promise<Answer<string>>
  /** Whether the button is its icon alone on phones, or everywhere. */
  isShort?: boolean | 'always'
  /** Further items. */
  children?: ReactNode
}

/** Exports the whole list for the current range and filter. */
export function ExportMenu({ name, ask, isShort, children }: Props) {
  const { busy, download } = useFileDownload()
  const save = (format: ExportFormat) =>
    download(async () => {
      const { output, headers } = await ask(format, exportOptions)
      const file = fileNameOf(headers, `${name}.${format}`)
      return { name: file, content: output ?? '', type: contentTypeOf[format] }
    })
  return (
    <FormatMenu busy={busy} isShort={isShort} onSelect={(format) => void save(format)}>
      {children}
    </FormatMenu>
  )
}

interface DownloadedFile {
  readonly name: string
  readonly content: string | Blob
  readonly type?: string
}

/** Saves files from the server, and says their names, which browsers do not always show. */
export function useFileDownload() {
  const [busy, setBusy] = useState(false)
  const download = async (read: () => Promise<DownloadedFile>) => {
    setBusy(true)
    try {
      const { name, content, type } = await read()
      saveFile(name, content, type)
      toast.success(`Saved as ${name}`)
    } catch (error) {
      toast.error(errorText(error, activityErrors.exportActivity))
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}

/** What people read when one of these calls fails. */
const activityErrors = {
  exportActivity: { fallback: 'Failed to export activity' },
} as const satisfies Record<string, ErrorTexts>

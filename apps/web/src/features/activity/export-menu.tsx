import type { Answer, CallOptions } from '@envhold/client/client.ts'
import type { ReactNode } from 'react'
import { fileNameOf } from './file-name.ts'
import { contentTypeOf, type ExportFormat, FormatMenu } from './format-menu.tsx'
import { useFileDownload } from './use-file-download.ts'

/** An export takes longer than other calls. */
const exportOptions = { timeoutMs: 5 * 60_000 }

interface Props {
  /** The file name if the server gives none. */
  name: string
  ask: (format: ExportFormat, options: CallOptions) => Promise<Answer<string>>
  /** Whether the button is its icon alone on phones. */
  isShort?: boolean
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

import { useState } from 'react'
import { toast } from 'sonner'
import { type ErrorTexts, errorText } from '../../connection/api/error-text.ts'
import { saveFile } from '../../ui/text/save-file.ts'

interface DownloadedFile {
  readonly name: string
  readonly content: string | Blob
  readonly type?: string
}

/** Saves files from the server, and shows a message from the start to the end. */
export function useFileDownload() {
  const [busy, setBusy] = useState(false)
  const download = async (read: () => Promise<DownloadedFile>) => {
    setBusy(true)
    const message = toast.loading('Preparing the file…')
    try {
      const { name, content, type } = await read()
      saveFile(name, content, type)
      toast.success(`Saved as ${name}`, { id: message })
    } catch (error) {
      toast.error(errorText(error, activityErrors.exportActivity), { id: message })
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

import type { ComponentProps } from 'react'
import { CallDialog } from '../../../connection/call-dialog.tsx'
import { ExposureBox } from './exposure-box.tsx'
import { type ExposureSubject, useExposure } from './use-exposure.ts'

interface Props extends ComponentProps<typeof CallDialog> {
  subject: ExposureSubject
  reader: string
}

/** Asks before a token, a session or an API key is revoked, with what it could read. */
export function RevokeDialog({ subject, reader, onConfirm, ...dialog }: Props) {
  const exposure = useExposure({ subject, isMarked: false })
  return (
    <CallDialog
      {...dialog}
      onConfirm={async () => {
        await onConfirm()
        await exposure.mark()
      }}
    >
      <div className="grid min-w-0 gap-2">
        <ExposureBox reader={reader} exposure={exposure} />
        {subject.session !== undefined && (
          <p className="text-small text-ink-3">
            The record does not tell your sessions apart: what others read since this one began is listed,
            too.
          </p>
        )}
      </div>
    </CallDialog>
  )
}

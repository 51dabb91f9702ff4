import { Download } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { SettingRow } from '../../ui/layout/setting-row.tsx'
import type { ExportDialogProps } from './export-dialog.tsx'

const ExportDialog = deferred(async () => (await import('./export-dialog.tsx')).ExportDialog)

interface Props
  extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'>,
    Pick<ExportDialogProps, 'project'> {
  label: string
}

function DownloadButton({ project, label, ...button }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setOpen(true)}>
        <Download aria-hidden="true" />
        {label}
      </Button>
      {open && <ExportDialog project={project} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Downloads all own projects, live and archived. It needs no more of the page than the connection. */
export const DownloadEverything = (button: Omit<Props, 'label' | 'project'>) => (
  <DownloadButton label="Download everything" {...button} />
)

/** Downloads one own project, live or archived. */
export const DownloadProject = ({
  projectId,
  name,
  ...button
}: { projectId: number; name: string } & Omit<Props, 'label' | 'project'>) => (
  <DownloadButton label="Download" project={{ id: projectId, name }} {...button} />
)

export const YourDataRow = () => (
  <SettingRow
    id="your-data"
    title="Your data"
    description="All your own projects with their history, as .env files and JSON in one ZIP file. Archived projects are included."
    action={<DownloadEverything />}
  />
)

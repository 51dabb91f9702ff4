import { SettingRow } from '../../ui/layout/setting-row.tsx'
import { DownloadEverything } from './download-everything.tsx'

export function YourDataRow() {
  return (
    <SettingRow
      id="your-data"
      title="Your data"
      description="All your own projects with their history, as .env files and JSON in one ZIP file. Archived projects are included."
      action={<DownloadEverything />}
    />
  )
}

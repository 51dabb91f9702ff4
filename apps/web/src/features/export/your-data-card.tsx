import { Card, CardHeader } from '../../ui/card.tsx'
import { DownloadEverything } from './download-everything.tsx'

export function YourDataCard() {
  return (
    <Card id="your-data">
      <CardHeader
        title="Your data"
        description="All your own projects with their history, as .env files and JSON in one ZIP file. Archived projects are included."
        className="mb-0"
        action={<DownloadEverything />}
      />
    </Card>
  )
}

import { readInstanceSettings } from '@envhold/contract/operator/instance-settings.ts'
import { useRead } from '../../../connection/use-read.ts'
import { OperatorPage } from '../parts/operator-page.tsx'
import { QueryState, whileTyping } from '../parts/query-state.tsx'
import { AnnouncementSettings } from './announcement-settings.tsx'
import { OperatorFactorSettings, SignUpSettings } from './sign-in-settings.tsx'

/** What operators change while the server runs. */
export function InstanceSettingsPage() {
  const query = useRead(readInstanceSettings, {}, whileTyping)
  return (
    <OperatorPage title="Settings" queries={[query]}>
      <QueryState query={query} call="readInstanceSettings" failure="Failed to load the settings">
        {({ announcement, sign_ups, operator_factor }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
            <AnnouncementSettings key={`announcement ${announcement.revision}`} setting={announcement} />
            <SignUpSettings key={`sign-ups ${sign_ups.revision}`} signUps={sign_ups} />
            <OperatorFactorSettings
              key={`operator-factor ${operator_factor.revision}`}
              setting={operator_factor}
            />
          </div>
        )}
      </QueryState>
    </OperatorPage>
  )
}

import type { UserDetail } from '@envhold/contract/operator/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { useOperator } from '../operator.ts'
import { PanelSection } from '../parts/panel.tsx'
import { operatorPaths } from '../paths.ts'
import { useUserActions } from './user-dialogs.tsx'
import { actionsOn } from './user-queries.ts'

/** What this operator may do to the account: nothing if there is nothing. */
export function UserActions({ user }: { user: UserDetail }) {
  const navigate = useNavigate()
  const { act, dialog } = useUserActions({
    onDeleted: () => void navigate({ to: operatorPaths.users(), replace: true }),
  })
  const acts = actionsOn(useOperator(), user)
  // Each asks in a dialog, whose button is the red one.
  const button = ({ kind, label, danger }: (typeof acts)[number]) => (
    <Button
      key={kind}
      variant={danger ? 'dangerOutline' : 'secondary'}
      size="sm"
      onClick={() => void act(kind, user)}
    >
      {label}
    </Button>
  )
  const dangerous = acts.filter(({ danger }) => danger)
  const harmless = acts.filter(({ danger }) => !danger)
  return (
    <>
      {harmless.length > 0 && (
        <PanelSection title="Actions">
          <div className="flex flex-wrap gap-2">{harmless.map(button)}</div>
        </PanelSection>
      )}
      {dangerous.length > 0 && (
        <PanelSection title="Danger zone">
          <div className="flex flex-wrap gap-2">{dangerous.map(button)}</div>
        </PanelSection>
      )}
      {dialog}
    </>
  )
}

import { Badge } from '../../../ui/badge.tsx'
import { groupPermissions } from '../group-permissions.ts'
import { Panel, PanelItem } from '../parts/panel.tsx'
import { useOperator } from '../use-operator.ts'

/** What the operator's role allows. */
export function OwnRole() {
  const { role } = useOperator()
  return (
    <Panel title="Your role" action={<Badge>{role.display_name}</Badge>} className="max-w-2xl">
      {groupPermissions(role.permissions).map(({ title, permissions }) => (
        <PanelItem key={title} title={title}>
          <ul>
            {permissions.map(({ name, description }) => (
              <li key={name}>
                {description} <code className="font-mono text-ink-3">{name}</code>
              </li>
            ))}
          </ul>
        </PanelItem>
      ))}
    </Panel>
  )
}

import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { displayName } from '../accounts/display-name.ts'
import { groupPermissions } from './group-permissions.ts'
import { useOperator } from './use-operator.ts'

/** Who the operator is, and what their role allows. */
export function StartPage() {
  const { account, role } = useOperator()
  const facts = [
    ['Name', displayName(account)],
    ['Username', account.username],
    ['E-mail address', account.email],
  ]
  return (
    <>
      <h1 className="mb-6 text-title font-semibold">Admin Dashboard</h1>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card>
          <CardHeader title="Your account" />
          <dl className="grid gap-3">
            {facts.map(([label, value]) => (
              <div key={label} className="grid gap-1">
                <dt className="text-small text-ink-3">{label}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <Card>
          <CardHeader
            title="Your role"
            description="What this role allows you to do on this instance."
            action={<Badge tone="accent">{role.display_name}</Badge>}
          />
          <div className="grid gap-5">
            {groupPermissions(role.permissions).map(({ title, permissions }) => (
              <section key={title} className="grid gap-2">
                <h3 className="text-small font-medium text-ink-3">{title}</h3>
                <ul className="grid gap-2">
                  {permissions.map(({ name, description }) => (
                    <li key={name} className="grid gap-1">
                      {description}
                      <code className="font-mono text-small break-words text-ink-3">{name}</code>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </Card>
      </div>
    </>
  )
}

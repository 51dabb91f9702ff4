import { groupsOf } from './recovery-key.ts'

interface Props {
  recoveryKey: string
  username: string
  date: string
}

/** Visible in print only. */
export function PrintedSheet({ recoveryKey, username, date }: Props) {
  return (
    <div data-print-sheet className="hidden gap-8 p-10 text-ink print:grid">
      <h1 className="text-display font-semibold">Envhold recovery sheet</h1>
      <dl className="grid grid-cols-[8rem_1fr] gap-y-1">
        <dt>Account</dt>
        <dd className="font-medium">{username}</dd>
        <dt>Server</dt>
        <dd className="font-medium">{window.location.origin}</dd>
        <dt>Made on</dt>
        <dd className="font-medium">{date}</dd>
      </dl>
      <ol className="grid grid-cols-3 gap-4 border-y-2 py-6 font-mono text-title">
        {groupsOf(recoveryKey).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells groups apart.
          <li key={index}>
            {index + 1}. <strong>{group}</strong>
          </li>
        ))}
      </ol>
      <p className="max-w-prose">
        Anyone who has this key and can sign in to the account can read every value in it. Store it separately
        from your passwords, for example in a safe or a sealed envelope. When it is used, a new key replaces
        it and this sheet stops working.
      </p>
    </div>
  )
}

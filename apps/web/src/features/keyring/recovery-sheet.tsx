import { confirmRecoveryKey } from '@envhold/contract/accounts/account-security.ts'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useConnection, useSession } from '../../connection/use-connection.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { SaveButtons } from '../../ui/text/copy-button.tsx'

/** Shows the recovery key once, to print or save it. One group of it, typed, closes the sheet. */
export function RecoverySheet({
  recoveryKey,
  onConfirmed,
}: {
  recoveryKey: string
  onConfirmed: () => void
}) {
  const { api } = useConnection()
  const confirm = () => {
    // Only the account page shows it: a failure costs nothing.
    void api.call(confirmRecoveryKey, {}).catch(() => {})
    onConfirmed()
  }
  // It is shown nowhere else and never again.
  useUnsaved(true, 'shown')
  const username = useSession()?.username ?? ''
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date())
  const text = sheetText(recoveryKey, { username, origin: window.location.origin, date })
  return (
    <div className="grid gap-5">
      <Banner tone="warn">
        This key is shown only once. Without it and without your master password nobody can open your values,
        not even the operator of this server.
      </Banner>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-sunken px-4 py-3 font-mono sm:grid-cols-3">
        {groupsOf(recoveryKey).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells groups apart.
          <li key={index} className="flex gap-3">
            <span className="w-5 text-right text-ink-3">{index + 1}</span>
            <span className="font-medium tracking-wide">{group}</span>
          </li>
        ))}
      </ol>
      <SaveButtons secret={recoveryKey} fileName={`envhold-recovery-${username}.txt`} text={text} />
      <RecoveryCheck recoveryKey={recoveryKey} onConfirmed={confirm} />
      {createPortal(
        <PrintedSheet recoveryKey={recoveryKey} username={username} date={date} />,
        document.body,
      )}
    </div>
  )
}

interface Props {
  recoveryKey: string
  username: string
  date: string
}

/** Visible in print only. */
const PrintedSheet = ({ recoveryKey, username, date }: Props) => (
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
      from your passwords, for example in a safe or a sealed envelope. When it is used, a new key replaces it
      and this sheet stops working.
    </p>
  </div>
)

/** Asks for one group of the key, to confirm that the user saved it. The right one confirms by itself. */
function RecoveryCheck({ recoveryKey, onConfirmed }: { recoveryKey: string; onConfirmed: () => void }) {
  const groups = groupsOf(recoveryKey)
  const [requestedGroup] = useState(() => pickGroup(groups.length))
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const expectedGroup = groups[requestedGroup] ?? ''
  const type = (text: string) => {
    setTyped(text)
    if (isSameGroup(text, expectedGroup)) onConfirmed()
    else setWrong(text.trim().length >= expectedGroup.length)
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setWrong(true)
  }
  return (
    <form onSubmit={check}>
      <Field
        label={`Group ${requestedGroup + 1} of your recovery key`}
        hint="Enter it from your printout or file to confirm that you saved the key."
        error={
          wrong
            ? `This is not group ${requestedGroup + 1}. Compare it with the key that you saved.`
            : undefined
        }
      >
        <Input
          value={typed}
          onChange={(event) => type(event.target.value)}
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono tracking-widest uppercase"
        />
      </Field>
    </form>
  )
}

/** The groups of a recovery key, as the sheet shows them. */
export const groupsOf = (recoveryKey: string): readonly string[] => recoveryKey.split('-').filter(Boolean)

const confused: Record<string, string> = { O: '0', I: '1', L: '1' }

/** Normalises a group as Crockford's base 32 does: case-insensitive, O for 0, I and L for 1. */
const asRead = (group: string) =>
  group
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => confused[letter] ?? letter)

export const isSameGroup = (typed: string, group: string) => asRead(typed) === asRead(group)

/** The group to ask for. Never the first, which is easy to remember without the sheet. */
export const pickGroup = (count: number, random: () => number = Math.random) =>
  count < 2 ? 0 : 1 + Math.floor(random() * (count - 1))

export const sheetText = (recoveryKey: string, { username, origin, date }: SheetDetails) =>
  `Envhold recovery sheet

Account   ${username}
Server    ${origin}
Made on   ${date}

Recovery key
${groupsOf(recoveryKey)
  .map((group, index) => `${String(index + 1).padStart(2)}  ${group}`)
  .join('\n')}

${recoveryKey}

Anyone who has this key and can sign in to the account can read every value in it. Store it separately from your passwords. When it is used, a new key replaces it.
`

interface SheetDetails {
  readonly username: string
  readonly origin: string
  readonly date: string
}

import { SettingSection } from '../../../ui/layout/setting-row.tsx'

/** The whole of it is in docs/security/threat-model.md. */
const secrets = [
  [
    'Your password',
    'Sign in, unless a second factor is on. Reads no value and, with a second factor, changes nothing that matters.',
  ],
  [
    'Your mailbox',
    'Reset the password, but not the second factor or the master password. The vault stays shut.',
  ],
  [
    'A session',
    'See names and activity. Cannot read values, or delete or share anything without confirming your identity.',
  ],
  ['Your master password', 'Nothing alone. With a session: read your values.'],
  ['A passkey', 'Sign in, if the device can be unlocked. Opens the vault only if you have set that up.'],
  ['Your recovery key', 'Nothing alone. With a session: open the vault and set a new master password.'],
  [
    'The server’s database',
    'Names and metadata, no value. Weak master passwords can be guessed with the server secret.',
  ],
] as const

/** What somebody who steals one secret can do with it. */
export const ThreatTable = () => (
  <SettingSection
    id="thief"
    title="If one of these is stolen"
    description="With one of these, and nothing else:"
  >
    <dl className="divide-y border-b">
      {secrets.map(([secret, consequence]) => (
        <div key={secret} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="font-medium">{secret}</dt>
          <dd className="text-ink-2">{consequence}</dd>
        </div>
      ))}
    </dl>
  </SettingSection>
)

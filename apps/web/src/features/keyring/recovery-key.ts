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

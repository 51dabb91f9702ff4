import type { FormEvent } from 'react'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { groupsOf, isSameGroup, pickGroup } from './recovery-key.ts'

interface Props {
  recoveryKey: string
  onConfirmed: () => void
}

/** Asks for one group of the key, to confirm that the user saved it. The right one confirms by itself. */
export function RecoveryCheck({ recoveryKey, onConfirmed }: Props) {
  const groups = groupsOf(recoveryKey)
  const [askedGroup] = useState(() => pickGroup(groups.length))
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const asked = groups[askedGroup] ?? ''
  const type = (text: string) => {
    setTyped(text)
    if (isSameGroup(text, asked)) onConfirmed()
    else setWrong(text.trim().length >= asked.length)
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setWrong(true)
  }
  return (
    <form onSubmit={check}>
      <Field
        label={`Group ${askedGroup + 1} of your recovery key`}
        hint="Type it from your printout or file. The right group closes this sheet."
        error={
          wrong ? `This is not group ${askedGroup + 1}. Compare it with the key that you saved.` : undefined
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

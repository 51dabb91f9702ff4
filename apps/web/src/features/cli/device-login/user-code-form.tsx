import { shownUserCode } from '@envhold/contract/device-login.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'

interface Props {
  /** From the address, or what was typed before. */
  initial: string
  /** Why the code before was rejected. */
  error: string | undefined
  /** Looks the login up. It never answers it. */
  onCode: (code: string) => Promise<void>
}

/** Asks for the code that a terminal shows. */
export function UserCodeForm({ initial, error: rejected, onCode }: Props) {
  const [code, setCode] = useState(() => shownUserCode(initial) ?? initial)
  const [error, setError] = useState(rejected)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const shown = shownUserCode(code)
    if (!shown) return setError('The code has eight letters, such as WDJB-MJHT')
    setBusy(true)
    setError(undefined)
    try {
      await onCode(shown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-wrap items-start gap-3">
      <Field label="Code" error={error ?? rejected} className="min-w-0 flex-1 basis-56">
        <Input
          name="user-code"
          value={code}
          onChange={({ target }) => {
            setCode(target.value)
            setError('')
          }}
          readOnly={busy}
          placeholder="XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          className="font-mono tracking-widest uppercase placeholder:normal-case"
        />
      </Field>
      <Button type="submit" busy={busy} className="sm:mt-6.5">
        Continue
      </Button>
    </form>
  )
}

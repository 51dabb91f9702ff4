import { type FormEvent, useRef, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'

export type CodeMethod = 'totp' | 'recovery-code'

const forms = {
  totp: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows.',
    incomplete: 'The code has six digits',
    pattern: /^\s*(?:[0-9]\s*){6}$/,
    props: { inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: '123 456' },
  },
  'recovery-code': {
    label: 'Recovery code',
    hint: 'One of the codes that you saved. Each works once.',
    incomplete: 'A recovery code has 16 characters',
    pattern: /^[\s-]*(?:[0-9A-Za-z][\s-]*){16}$/,
    props: { autoComplete: 'off', autoCapitalize: 'characters', placeholder: 'ABCD-EFGH-JKMN-PQRS' },
  },
} as const

interface Props {
  method: CodeMethod
  submitText: string
  /** Sends the code. What it rejects with shows at the field. */
  send: (code: string) => Promise<void>
  autoFocus?: boolean
}

const codeErrors = {
  fallback: 'The code could not be checked',
  unanswered: 'The code may be used up: try again with the next one',
}

/** Asks for one code. Six digits are sent as soon as they are there, typed or pasted. */
export function CodeForm({ method, submitText, send, autoFocus = true }: Props) {
  const { label, hint, incomplete, pattern, props } = forms[method]
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (typed: string) => {
    if (busy) return
    if (!pattern.test(typed)) return setError(incomplete)
    setBusy(true)
    setError(undefined)
    try {
      await send(typed)
    } catch (rejection) {
      setError(errorText(rejection, codeErrors))
      setCode('')
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const type = (typed: string) => {
    setCode(typed)
    setError(undefined)
    if (method === 'totp' && pattern.test(typed)) void submit(typed)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The form may show above another one that must not be sent by this one.
    event.stopPropagation()
    void submit(code)
  }
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field label={label} hint={hint} error={error}>
        <Input
          ref={field}
          name="code"
          type="text"
          value={code}
          onChange={(event) => type(event.target.value)}
          readOnly={busy}
          autoFocus={autoFocus}
          spellCheck={false}
          maxLength={64}
          className="font-mono tracking-widest tabular-nums"
          {...props}
        />
      </Field>
      <Button type="submit" busy={busy}>
        {submitText}
      </Button>
    </form>
  )
}

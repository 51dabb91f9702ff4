import { type ClipboardEvent, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { looksLikeDotenv } from '../import/import-preview.ts'
import { type Pair, pairIn } from './variable-form.ts'

/** Whether a pasted text looks like lines of a `.env` file, rather than like one key. */
const hasSeveralLines = (text: string) => text.trim().includes('\n') && looksLikeDotenv(text)

interface Props {
  field: UseFormRegisterReturn
  error: string | undefined
  autoFocus: boolean
  /** Gets a pasted `KEY=value`. */
  onPair: (pair: Pair) => void
  /** Imports a text of several variables instead; absent where only one can be entered. */
  onImport: ((text: string) => void) | undefined
}

/** The key of a variable. A pasted line fills the form, and several lines offer the import. */
export function KeyField({ field, error, autoFocus, onPair, onImport }: Props) {
  const [several, setSeveral] = useState<string>()
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const pair = pairIn(text)
    const isSeveral = !pair && onImport !== undefined && hasSeveralLines(text)
    setSeveral(isSeveral ? text : undefined)
    if (pair || isSeveral) event.preventDefault()
    if (pair) onPair(pair)
  }
  return (
    <>
      {several !== undefined && onImport && (
        <Banner
          title="You pasted several lines"
          action={
            <Button variant="secondary" size="sm" onClick={() => onImport(several)}>
              Import them
            </Button>
          }
        >
          The import shows each variable before anything is saved.
        </Banner>
      )}
      <Field label="Key" error={error}>
        <Input
          {...field}
          onPaste={paste}
          autoFocus={autoFocus}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="DATABASE_URL"
          className="font-mono"
        />
      </Field>
    </>
  )
}

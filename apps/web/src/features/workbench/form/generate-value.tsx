import {
  isRandomLength,
  type RandomAlphabet,
  randomBits,
  randomLength,
  randomValue,
} from '@envhold/formats/new-value.ts'
import { Dices } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Label } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { formatCount } from '../../../ui/text/format.ts'

const titles: Readonly<Record<RandomAlphabet, string>> = {
  alphanumeric: 'Letters and digits',
  hex: 'Hex',
  base64url: 'Base64url',
  digits: 'Digits',
  symbols: 'With symbols that need no quotes',
}
const alphabets = Object.keys(titles) as RandomAlphabet[]

/** Fills in a random value, which shows in the form before it is saved. */
export function GenerateValue({ onGenerate }: { onGenerate: (value: string) => void }) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(String(randomLength.default))
  const [alphabet, setAlphabet] = useState<RandomAlphabet>('alphanumeric')
  const id = useId()
  const length = Number(typed)
  const isValid = isRandomLength(length)
  const generate = () => onGenerate(randomValue(length, alphabet))
  if (!open)
    return (
      <Button variant="link" className="justify-self-start text-small" onClick={() => setOpen(true)}>
        <Dices />
        Generate a random value
      </Button>
    )
  return (
    <fieldset aria-label="Random value" className="grid w-full gap-1.5 rounded-md border bg-surface p-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-length`}>Length</Label>
          <Input
            id={`${id}-length`}
            type="number"
            inputMode="numeric"
            min={randomLength.min}
            max={randomLength.max}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter would save the form.
              event.preventDefault()
              if (isValid) generate()
            }}
            aria-invalid={isValid ? undefined : true}
            aria-describedby={`${id}-note`}
            className="w-24"
          />
        </div>
        <div className="grid min-w-40 flex-1 gap-1.5">
          <Label htmlFor={`${id}-alphabet`}>Characters</Label>
          <Select
            id={`${id}-alphabet`}
            value={alphabet}
            onChange={(event) =>
              setAlphabet(alphabets.find((each) => each === event.target.value) ?? 'alphanumeric')
            }
          >
            {alphabets.map((each) => (
              <option key={each} value={each}>
                {titles[each]}
              </option>
            ))}
          </Select>
        </div>
        <Button variant="secondary" disabled={!isValid} onClick={generate}>
          Generate
        </Button>
      </div>
      <p id={`${id}-note`} className={isValid ? 'text-small text-ink-3' : 'text-small text-bad'}>
        {isValid
          ? `${formatCount(randomBits(length, alphabet))} bits. It replaces the value above, and is stored once you save.`
          : `From ${randomLength.min} to ${randomLength.max} characters.`}
      </p>
    </fieldset>
  )
}

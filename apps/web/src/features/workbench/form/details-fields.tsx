import { detailNames } from '@envhold/formats/fields/every-field.ts'
import type { KeyboardEvent } from 'react'
import type { Control, FieldErrors, UseFormRegister } from 'react-hook-form'
import type { NewVariable } from '../data/use-variable-writes.ts'
import { detailParts } from '../parts/detail-parts.tsx'

interface Props {
  register: UseFormRegister<NewVariable>
  control: Control<NewVariable>
  errors: FieldErrors<NewVariable>
  onKeyDown: (event: KeyboardEvent) => void
}

/** The details of a variable. */
export const DetailsFields = ({ errors, ...form }: Props) =>
  detailNames.map((name) => {
    const { Input } = detailParts[name]
    return <Input key={name} {...form} error={errors[name]?.message} />
  })

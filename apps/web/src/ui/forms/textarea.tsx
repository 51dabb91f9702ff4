import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'
import { controlStyles } from './input.tsx'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(controlStyles, 'min-h-20 py-2', className)} {...rest} />
}

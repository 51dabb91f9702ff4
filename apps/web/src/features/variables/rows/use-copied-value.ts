import { toast } from 'sonner'
import { useTemporaryState } from './use-temporary-state.ts'

/** Copies a value without revealing it, and reports for a while which one was copied. */
export function useCopiedValue() {
  const [copied, setCopied] = useTemporaryState<string>()
  const copy = async (name: string, value: string) => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(name)
    } catch {
      toast.error('Failed to copy value')
    }
  }
  return { copied, copy }
}

import { CopyError } from '../text/copy-text.ts'
import { toast } from './toast.ts'

/** @returns a function that shows that copying failed, and why */
export const copyFailed =
  (title = 'Failed to copy') =>
  (error: unknown): void =>
    void toast.error(title, error instanceof CopyError ? { description: error.message } : {})

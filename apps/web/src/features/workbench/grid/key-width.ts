import { useWorkbench } from '../store/workbench-store.ts'

/** Of a character of the key, in px. */
const characterWidth = 7.8
/** Beside the key: the gutter, what a prefix indents, and the eye of a comparison. */
const besideKey = 84
const minWidth = 208
const maxShare = 0.44

/** The length of the longest shown key. */
export const useKeyLength = (): number =>
  useWorkbench(({ keys }) => keys.reduce((longest, key) => Math.max(longest, key.length), 0))

/** The column of keys is as wide as they need, up to a share of the grid. */
export const keyColumnWidth = (length: number, gridWidth: number): number =>
  Math.round(
    Math.min(
      Math.max(minWidth, length * characterWidth + besideKey),
      Math.max(minWidth, gridWidth * maxShare),
    ),
  )

import { createHash, type Hash } from 'node:crypto'
import type { Cell, Row } from './table.ts'

/** What the rows of a table are, in any order. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

const modulus = 1n << 256n

function update(hash: Hash, cell: Cell): void {
  if (cell === null) hash.update('n')
  else if (typeof cell === 'string') hash.update(`s${Buffer.byteLength(cell)}:`).update(cell)
  else if (cell instanceof Uint8Array) hash.update(`b${cell.length}:`).update(cell)
  else hash.update(`i${cell};`)
}

/** Sums SHA-256 over the rows. A sum, because the engines sort text differently. */
export function createTableDigest(): { add(row: Row): void; result(): TableDigest } {
  let rows = 0
  let sum = 0n
  return {
    add: (row) => {
      const hash = createHash('sha256')
      for (const cell of row) update(hash, cell)
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % modulus
      rows++
    },
    result: () => ({ rows, digest: sum.toString(16) }),
  }
}

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { newServerSecret, parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { expect, test } from 'vitest'
import { defineRowMac } from './row-mac.ts'

const secrets = serverSecrets(parseServerSecrets(newServerSecret()))
const blockBytes = 65_536

/** As the driver of PostgreSQL returns bytes: cut from a block of 64 KiB. */
const fromBlock = (bytes: Uint8Array) => {
  const block = Buffer.alloc(blockBytes)
  block.set(bytes)
  return block.subarray(0, bytes.length)
}

function usedByBuffers(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

test('a row that was checked does not keep the blocks its bytes were cut from', async () => {
  const rowMac = defineRowMac<{ id: number; name_hash: Uint8Array }>(
    'environments',
    ({ id }) => String(id),
    ({ id, name_hash }) => ({ id, name_hash }),
  )
  const rows = 500
  const before = usedByBuffers()
  for (let id = 0; id < rows; id++) {
    const row = { id, name_hash: fromBlock(Buffer.from(`name ${id}`)) }
    rowMac.check(secrets, { ...row, mac: fromBlock(rowMac.of(secrets, row)) })
  }
  // V8 frees the memory of what it has collected in a thread of its own.
  await expect.poll(() => usedByBuffers() - before).toBeLessThan((rows * blockBytes) / 4)
})

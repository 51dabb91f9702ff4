import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { canMount, createSmallDisk } from '../../../../dev/faults/small-disk.ts'
import { readConfig } from '../config/config.ts'
import { createDraft, removeDraft } from './backup-folder.ts'
import { requireSpace } from './make-backup.ts'
import { restoreFile } from './restore-file.ts'
import { copyAndHash } from './run-order.ts'

const file = 'envhold-20261122T140000Z.db'

test.runIf(canMount)(
  'a disk that is full, or becomes full, is named, and the unfinished file is removed',
  async () => {
    const source = await mkdtemp(join(tmpdir(), 'envhold-source-'))
    const disk = await createSmallDisk(4)
    try {
      const from = join(source, 'envhold.db')
      const database = new DatabaseSync(from)
      database.exec('create table t (b blob); insert into t values (zeroblob(8000000))')
      database.close()
      const config = readConfig({ DATA_DIR: disk.folder })
      await expect(requireSpace({ config }, 8_000_000)).rejects.toThrow(/needs 10 MB, and 4 MB are free/)
      const folder = join(disk.folder, 'backups')
      await mkdir(folder)
      const draft = await createDraft(folder, file)
      const { signal } = new AbortController()
      await expect(copyAndHash(from, draft, { signal })).rejects.toThrow(/The disk became full/)
      await removeDraft(folder, file)
      expect(readdirSync(folder)).toEqual([])
      await expect(restoreFile(disk.folder, from, 1)).rejects.toThrow(
        /too little space: the copy needs 10 MB/,
      )
    } finally {
      await disk.remove()
      await rm(source, { recursive: true })
    }
  },
)

import { describe, expect, it } from 'vitest'
import { clearRecent, readRecent, saveRecent } from './recent-commands.ts'

const storageWith = (stored?: string) => {
  const kept = new Map(stored === undefined ? [] : [['recent-commands', stored]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('commands used lately', () => {
  it('are kept newest first, each once, and only some of them', () => {
    const storage = storageWith()
    for (let id = 1; id <= 10; id++) saveRecent(storage, `project:${id}`)
    saveRecent(storage, 'project:5')
    expect(readRecent(storage).slice(0, 3)).toEqual(['project:5', 'project:10', 'project:9'])
    expect(readRecent(storage)).toHaveLength(8)
  })

  it('never name a variable, nor what was only done', () => {
    const storage = storageWith()
    for (const id of ['variable:3:DATABASE_URL', 'do:lock', 'page:/account', 'environment:3:7'])
      saveRecent(storage, id)
    expect(readRecent(storage)).toEqual(['environment:3:7', 'page:/account'])
  })

  it.each(['not json', '{"a":1}', '[1,null,"variable:1:X","<b>"]'])('begin anew after %s', (stored) => {
    expect(readRecent(storageWith(stored))).toEqual([])
  })

  it('are forgotten', () => {
    const storage = storageWith('["project:1"]')
    clearRecent(storage)
    expect(readRecent(storage)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { createUnsavedStore } from './unsaved-store.ts'

describe('what is unsaved', () => {
  it('lets everybody leave while nothing is', async () => {
    const unsaved = createUnsavedStore()
    await expect(unsaved.mayLeave()).resolves.toBe(true)
    expect(unsaved.isAsking.read()).toBe(false)
  })

  it('asks once for everybody who wants to leave, and stays where the answer is no', async () => {
    const unsaved = createUnsavedStore()
    unsaved.add()
    const leaving = Promise.all([unsaved.mayLeave(), unsaved.mayLeave()])
    expect(unsaved.isAsking.read()).toBe(true)
    unsaved.answer(false)
    await expect(leaving).resolves.toEqual([false, false])
    expect(unsaved.isAsking.read()).toBe(false)
    expect(unsaved.any()).toBe(true)
  })

  it('tells what is shown this once from what was typed', () => {
    const unsaved = createUnsavedStore()
    unsaved.add()
    expect(unsaved.anyShown()).toBe(false)
    const kept = unsaved.add('shown')
    expect(unsaved.anyShown()).toBe(true)
    kept()
    expect(unsaved.anyShown()).toBe(false)
    expect(unsaved.any()).toBe(true)
  })

  it('asks until the last of what is noted was saved', async () => {
    const unsaved = createUnsavedStore()
    const [grid, dialog] = [unsaved.add(), unsaved.add()]
    grid()
    grid()
    expect(unsaved.any()).toBe(true)
    dialog()
    await expect(unsaved.mayLeave()).resolves.toBe(true)
  })

  it('takes the question back once everything is saved', async () => {
    const unsaved = createUnsavedStore()
    const saved = unsaved.add()
    const leaving = unsaved.mayLeave()
    saved()
    await expect(leaving).resolves.toBe(true)
    expect(unsaved.isAsking.read()).toBe(false)
  })

  it('asks about what replaces the input in the same task', async () => {
    const unsaved = createUnsavedStore()
    const sent = unsaved.add('sent')
    void unsaved.mayLeave()
    expect(unsaved.question.read()).toBe('sent')
    sent()
    const failed = unsaved.add('typed')
    await Promise.resolve()
    expect(unsaved.question.read()).toBe('typed')
    failed()
    unsaved.add('shown')
    await Promise.resolve()
    expect(unsaved.question.read()).toBe('shown')
  })

  it('holds nobody back once who typed is signed out', async () => {
    const unsaved = createUnsavedStore()
    unsaved.add()
    const leaving = unsaved.mayLeave()
    unsaved.forget()
    await expect(leaving).resolves.toBe(true)
    expect(unsaved.any()).toBe(false)
  })
})

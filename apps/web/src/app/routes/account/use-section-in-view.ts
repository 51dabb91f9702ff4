import { useEffect, useState } from 'react'
import { sectionInView } from './section-in-view.ts'

const below = 100
const above = 40

const look = (ids: readonly string[]) => {
  const { documentElement } = document
  return sectionInView(
    ids.flatMap((id) => {
      const element = document.getElementById(id)
      return element ? [[id, element.getBoundingClientRect().top] as const] : []
    }),
    {
      scrolled: window.scrollY,
      maxScroll: documentElement.scrollHeight - window.innerHeight,
      top: below,
      bottom: window.innerHeight - above,
    },
  )
}

const byHand = ['wheel', 'touchmove', 'keydown'] as const

/** The section being read; a section chosen by click stays current until the user scrolls. */
export function useSectionInView(ids: readonly string[]) {
  const [inView, setInView] = useState(ids[0])
  const [chosen, setChosen] = useState<string | null>(null)
  const list = ids.join(' ')
  useEffect(() => {
    const scrolled = () => setInView(look(list.split(' ')))
    const letGo = () => setChosen(null)
    const end = new AbortController()
    const options = { passive: true, signal: end.signal }
    scrolled()
    addEventListener('scroll', scrolled, options)
    addEventListener('resize', scrolled, options)
    for (const move of byHand) addEventListener(move, letGo, options)
    return () => end.abort()
  }, [list])
  return { inView: chosen ?? inView, choose: setChosen }
}

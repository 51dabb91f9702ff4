import type { ClassValue } from 'clsx'
import { clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
/** A width or a size, as in `border-2` and `text-[18px]`. */
const isMeasure = (value: string) => /^\[?[\d.]/.test(value)
const words = (text: string): readonly string[] => text.match(/\S+/g) ?? []

const prefixes = words(`
  p px py pt pr pb pl m mx my mt mr mb ml gap gap-x gap-y inset inset-x inset-y top right bottom left z
  size w min-w max-w h min-h max-h basis order grow shrink grid-cols grid-rows col-start col-end row-start row-end
  leading tracking line-clamp underline-offset whitespace opacity cursor resize select animate transition rotate
  translate-y items self content justify justify-items justify-self place-content place-items
  rounded rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr border-spacing
  overflow overflow-x overflow-y overscroll overscroll-x overscroll-y scroll-mt scroll-ml shadow outline-offset`)

const sides = words('x y t r b l').map((side) => `border-${side}`)

const borders = ['border', ...sides].flatMap((prefix) => [
  [`${prefix}-width`, [{ [prefix]: ['', isMeasure] }]],
  [`${prefix}-color`, [{ [prefix]: [any] }]],
])

/** What a class of a group overrules besides its own group. */
const conflicts = {
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  inset: 'inset-x inset-y top right bottom left',
  'inset-x': 'right left',
  'inset-y': 'top bottom',
  size: 'w h',
  gap: 'gap-x gap-y',
  flex: 'basis grow shrink',
  overflow: 'overflow-x overflow-y',
  overscroll: 'overscroll-x overscroll-y',
  'font-size': 'leading',
  'line-clamp': 'display overflow',
  rounded: 'rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr',
  'rounded-t': 'rounded-tl rounded-tr',
  'rounded-r': 'rounded-tr',
  'rounded-l': 'rounded-tl',
  'border-width': sides.map((side) => `${side}-width`).join(' '),
  'border-x-width': 'border-r-width border-l-width',
  'border-y-width': 'border-t-width border-b-width',
  'border-color': sides.map((side) => `${side}-color`).join(' '),
}

/** The library's own groups hold all of Tailwind, a thirtieth of the first page; these are those that the app uses. */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    ...Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: ['', any] }]])),
    display: [...words('block contents hidden table flex grid inline inline-block inline-flex inline-grid')],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
    visibility: ['visible', 'invisible'],
    'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
    flex: [{ flex: ['1', 'auto', 'none', 'initial', (value: string) => value.startsWith('[')] }],
    'col-span': ['col-auto', { 'col-span': [any] }],
    'row-span': [{ 'row-span': [any] }],
    'text-alignment': [{ text: ['left', 'center', 'right'] }],
    'text-wrap': [{ text: ['balance', 'pretty'] }],
    'font-size': [{ text: ['small', 'base', 'title', 'display', isMeasure] }],
    'text-color': [{ text: [any] }],
    'text-decoration': ['underline', 'line-through', 'no-underline'],
    'text-transform': ['uppercase', 'normal-case'],
    'font-family': [{ font: ['sans', 'mono'] }],
    'font-weight': [{ font: [any] }],
    'bg-image': [{ bg: [(value: string) => /^(\[\w+-gradient|linear)/.test(value)] }],
    'bg-color': [{ bg: [any] }],
    'border-style': [{ border: ['solid', 'dashed'] }],
    'border-collapse': [{ border: ['separate', 'collapse'] }],
    ...Object.fromEntries(borders),
    'outline-style': [{ outline: ['none', 'dashed'] }],
    'outline-width': [{ outline: ['', isMeasure] }],
    'outline-color': [{ outline: [any] }],
  },
  conflictingClassGroups: Object.fromEntries(
    Object.entries(conflicts).map(([group, others]) => [group, words(others)]),
  ),
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'file', 'marker', 'placeholder', 'selection'],
}))

/** Joins class names; of two conflicting ones, the later wins. */
export const cn = (...classes: ClassValue[]) => merge(clsx(classes))

import { type ComponentType, lazy } from 'react'
import { MissingPart } from './feedback/missing-part.tsx'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/**
 * A component by its name in a module, which loads when the component first shows. Code that does not load leaves the
 * page as it is, with a message in this place.
 */
export const lazyPart = <Parts, Name extends keyof Parts>(load: () => Promise<Parts>, name: Name) =>
  lazy(() =>
    load().then(
      (parts) => ({ default: parts[name] as ComponentType<PropsOf<Parts[Name]>> }),
      () => ({ default: MissingPart as ComponentType<PropsOf<Parts[Name]>> }),
    ),
  )

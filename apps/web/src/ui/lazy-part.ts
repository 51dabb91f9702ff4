import { type ComponentType, lazy } from 'react'

type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never

/** A component by its name in a module, which loads when the component first shows. */
export const lazyPart = <Parts, Name extends keyof Parts>(load: () => Promise<Parts>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] as ComponentType<PropsOf<Parts[Name]>> }))

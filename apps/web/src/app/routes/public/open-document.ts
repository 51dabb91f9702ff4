import { redirect } from '@tanstack/react-router'

/** For addresses of this server that are pages of their own: only the browser can open them. */
export const openDocument = ({ location }: { location: { href: string } }) => {
  throw redirect({ href: location.href, reloadDocument: true, replace: true })
}

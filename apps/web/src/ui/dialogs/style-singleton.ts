import { useEffect } from 'react'

/**
 * Stands in for `react-style-singleton`: the same three functions, writing a constructed style sheet instead of a
 * `<style>` element, which a strict Content-Security-Policy refuses.
 */
export const stylesheetSingleton = () => {
  let users = 0
  let sheet: CSSStyleSheet | null = null
  return {
    add(css: string) {
      users += 1
      if (users > 1) return
      sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets.push(sheet)
    },
    remove() {
      users -= 1
      if (users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
      sheet = null
    },
  }
}

export const styleHookSingleton = () => {
  const sheet = stylesheetSingleton()
  return (css: string, dynamic?: boolean) => {
    const changing = dynamic ? css : ''
    // biome-ignore lint/correctness/useExhaustiveDependencies: the first style wins unless it is said to be dynamic.
    useEffect(() => {
      sheet.add(css)
      return () => sheet.remove()
    }, [changing])
  }
}

export const styleSingleton = () => {
  const useStyle = styleHookSingleton()
  return ({ styles, dynamic }: { styles: string; dynamic?: boolean }) => {
    useStyle(styles, dynamic)
    return null
  }
}
